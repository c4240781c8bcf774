internal import Foundation

extension Judge {
  /// The verdict about a piece whose threads may share a variable that nothing guards: then it is
  /// built once more so that it knows its lines, and both are told.
  func tellingRaces(
    of piece: ExaminedPiece, _ text: String, _ name: String, _ exercise: any CheckedExercise
  ) async -> Judgement {
    guard var judgement = piece.ifRacing,
      let sentence = try? await raceSentence(text, name, exercise)
    else { return piece.judgement }
    judgement.cause?.rationale = sentence + "."
    judgement.contentHash = piece.judgement.contentHash
    return judgement
  }

  /// The same of pieces of ours.
  func tellingRaces(
    of pieces: [ExaminedPiece], _ names: [String], _ exercise: any CheckedExercise
  ) async throws -> [Judgement] {
    let cards = exercise.solutions + exercise.museum
    var judgements: [Judgement] = []
    for (piece, name) in zip(pieces, names) {
      guard piece.ifRacing != nil, let card = cards.first(where: { $0.name == name }) else {
        judgements.append(piece.judgement)
        continue
      }
      let text = try exercise.folder.answerText(of: exercise.file(of: card))
      judgements.append(
        await tellingRaces(
          of: piece, text, exercise.folder.answer.lastPathComponent, exercise))
    }
    return judgements
  }

  /// `LaunchGate.swift:30 writes `isOpen`, :24 reads it; nothing orders them`; nil where no line of
  /// the reader's has a part in it.
  private func raceSentence(
    _ text: String, _ name: String, _ exercise: any CheckedExercise
  ) async throws -> String? {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let (place, program) = (
      folder.url.appending(path: "answer"), folder.url.appending(path: "program")
    )
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let files = try AnswerFiles(of: text, first: name).write(at: place.appending(path: name))
    var build = try ExaminerBuild(for: exercise.module, at: workplace)
    build.keepsLines = true
    _ = try await build.compile(
      files, main: build.mainForAnswer, module: "\(exercise.module)Answer", in: folder.url,
      to: program)
    let request = ExaminerRequest(token: "\(UUID())", pieces: [ExaminerRequest.answer])
    let (heard, _) = try await send(
      request, of: exercise, with: program, in: folder.url.appending(path: "scratch"))
    let lines = AccessLines(
      program: program, source: try TriedSource(place.plainPath), folder: folder.url)
    return heard.races.sentences(try await lines.steps(at: heard.races.places)).first
  }
}
