internal import WorkbookKit

/// Along a track, through steps that were chosen.
extension Walk {
  /// The first step that was not seen.
  func resume(_ track: Track) throws -> ExitStatus {
    let seen = bookmark.store.progress.seen
    guard let index = track.steps.firstIndex(where: { !seen.contains($0) }) else {
      return endOfTrack(track)
    }
    return try show(index, of: track)
  }

  /// The step behind the one the reader stands at, or where they left the track.
  func next(on track: Track) throws -> ExitStatus {
    guard let index = bookmark.position(on: track) else { return try resume(track) }
    return index + 1 < track.steps.count ? try show(index + 1, of: track) : endOfTrack(track)
  }

  func show(_ index: Int, of track: Track) throws -> ExitStatus {
    let place = track.steps[index].split(separator: "/").map(String.init)
    let chapter = try bookmark.catalogue.chapter(named: place[0])
    let path = try chapter.steps()
    guard let step = path.firstIndex(where: { $0.id == place[1] }) else {
      throw UsageError.unknown(.step, place[1], suggestion: nil)
    }
    let terms = bookmark.catalogue.unexplained(at: index, of: track)
    console.tell("\(track.name) \(index + 1)/\(track.steps.count)", .faint)
    for term in terms { console.tell("\(term.word): \(term.meaning)", .faint) }
    return try show(step, of: path, in: chapter)
  }

  private func endOfTrack(_ track: Track) -> ExitStatus {
    bookmark.store.update { $0.track = nil }
    console.tell("That was the track '\(track.name)'. The whole book: list", .good)
    return .done
  }
}
