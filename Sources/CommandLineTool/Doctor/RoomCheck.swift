internal import WorkbookKit

/// Does beforehand what would make a room wait: each exercise is built and checked once, each demo
/// run through.
struct RoomCheck {
  let session: Session

  func findings() throws -> [MachineFact] {
    var findings: [MachineFact] = []
    var slowest = Duration.zero
    for exercise in session.catalogue.exercises {
      let check = try rehearse(exercise)
      slowest = max(slowest, check.time)
      findings.append(check.fact)
    }
    findings += session.catalogue.chapters.compactMap(demo)
    if slowest > .zero {
      findings.append(
        MachineFact(
          subject: "a first check", value: "takes up to \(Self.words(slowest)) here",
          wayOut: slowest > .seconds(60)
            ? "let the room check in pairs, or use a machine that does nothing else" : nil))
    }
    return findings
  }

  private func rehearse(
    _ exercise: any CheckedExercise
  ) throws -> (fact: MachineFact, time: Duration) {
    let judge = Judge(
      at: session.workplace, for: exercise.id, telling: session.console.statusLine)
    let began = ContinuousClock.now
    let judgement = try session.console.waitingFor("\(exercise.id): begins") {
      try await judge.rehearse(exercise)
    }
    let time = began.duration(to: .now)
    session.console.statusLine.clear()
    guard let judgement else {
      throw CommandFailure(
        problem: "you stopped the preparation at '\(exercise.id)'",
        wayOut: "again, what is built stays: doctor --room", status: .interrupted)
    }
    let verdict = judgement?.verdict.rawValue ?? "no solution"
    return (
      MachineFact(
        subject: exercise.id, value: "\(verdict) in \(Self.words(time))",
        wayOut: judgement?.verdict == .pass
          ? nil : "see why: check \(exercise.id) --graders"), time
    )
  }

  private func demo(_ chapter: Chapter) -> MachineFact? {
    guard chapter.path.contains(where: { $0.stage != nil }) else { return nil }
    session.console.statusLine.show("demo \(chapter.id)")
    defer { session.console.statusLine.clear() }
    let (frames, status) =
      (try? Demo(chapter, front: session, isLarge: true).allFrames())
      ?? ([], .fault)
    return MachineFact(
      subject: "demo \(chapter.id)", value: "\(frames.count) screens",
      wayOut: status == .done ? nil : "see what it says: demo \(chapter.id) --auto")
  }

  private static func words(_ time: Duration) -> String {
    let seconds = Int((time / .seconds(1)).rounded(.up))
    return seconds.of("second")
  }
}
