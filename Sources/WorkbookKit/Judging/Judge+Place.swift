internal import Foundation

extension Judge {
  /// Adds the line of the reader's on which an answer died, or used something off its queue: it is built
  /// once more so that it knows its lines, and does so once more in the same order.
  func locating(
    _ judgement: Judgement, of text: String, called name: String, _ exercise: any CheckedExercise
  ) async -> Judgement {
    let isPlaced =
      judgement.verdict == .crash || judgement.cause?.code == "outcome.\(Outcome.violation.name)"
    guard isPlaced, let code = judgement.schedule,
      let line = try? await line(of: text, called: name, exercise, in: code)
    else { return judgement }
    let words = [line, judgement.cause?.detail].compactMap(\.self)
    var judgement = judgement
    judgement.cause?.detail = words.joined(separator: "\n")
    return judgement
  }

  /// `Outbox.swift:23`; nil where it cannot be told.
  private func line(
    of text: String, called name: String, _ exercise: any CheckedExercise, in code: String
  ) async throws -> String? {
    guard let symbolizer = try Compiler.findSymbolizer() else { return nil }
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let files = try AnswerFiles(of: text, first: name).write(at: folder.url.appending(path: name))
    var build = try ExaminerBuild(for: exercise.module, at: workplace)
    build.keepsLines = true
    let program = folder.url.appending(path: "program")
    _ = try await build.compile(
      files, main: build.mainForAnswer, module: "\(exercise.module)Answer",
      in: folder.url, to: program)
    let request = ExaminerRequest(token: "\(UUID())", pieces: [], code: code)
    let (heard, _) = try await send(
      request, of: exercise, with: program, in: folder.url.appending(path: "scratch"))
    guard let frames = heard.death?.frames ?? heard.callsToViolation else { return nil }
    let answer = ChildProgram(
      executable: symbolizer,
      // A frame is where its call returns to.
      arguments: ["--functions=none", "--obj=\(program.plainPath)"]
        + frames.map { "0x" + String($0 &- 1, radix: 16) })
    let result = try await answer.run(within: .trusted)
    let lines = result.output.text.split(separator: "\n")
    let place = lines.first { line in files.contains { line.hasPrefix($0.plainPath + ":") } }
    return place?.split(separator: "/").last
      .map { "at " + $0.split(separator: ":").prefix(2).joined(separator: ":") }
  }
}
