internal import WorkbookKit

/// Tracks through chosen steps.
extension Session {
  /// The track the reader is on.
  var currentTrack: Track? { store.progress.track.flatMap(catalogue.track) }

  /// Where the reader stands on it; nil beside it.
  func position(on track: Track) -> Int? {
    store.progress.place.flatMap { track.steps.firstIndex(of: "\($0.chapter)/\($0.step)") }
  }

  /// The first step that was not seen.
  func resume(_ track: Track) throws -> ExitStatus {
    let seen = store.progress.seen
    guard let index = track.steps.firstIndex(where: { !seen.contains($0) }) else {
      return endOfTrack(track)
    }
    return try show(index, of: track)
  }

  /// The step behind the one the reader stands at, or where they left the track.
  func next(on track: Track) throws -> ExitStatus {
    guard let index = position(on: track) else { return try resume(track) }
    return index + 1 < track.steps.count ? try show(index + 1, of: track) : endOfTrack(track)
  }

  func show(_ index: Int, of track: Track) throws -> ExitStatus {
    let place = track.steps[index].split(separator: "/").map(String.init)
    let chapter = try chapter(place[0])
    let path = try path(of: chapter)
    guard let step = path.firstIndex(where: { $0.id == place[1] }) else {
      throw UsageError.unknown(.step, place[1], suggestion: nil)
    }
    let terms = catalogue.unexplained(at: index, of: track)
    console.tell("\(track.name) \(index + 1)/\(track.steps.count)", .faint)
    for term in terms { console.tell("\(term.word): \(term.meaning)", .faint) }
    return try show(step, of: path, in: chapter)
  }

  private func endOfTrack(_ track: Track) -> ExitStatus {
    store.update { $0.track = nil }
    console.tell("That was the track '\(track.name)'. The whole book: list", .good)
    return .done
  }
}
