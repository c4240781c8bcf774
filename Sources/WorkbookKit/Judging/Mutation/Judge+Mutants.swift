internal import Foundation

extension Judge {
  /// Makes slips in the solutions of an exercise, and counts those that its check notices.
  public func judgeMutants(of exercise: any CheckedExercise) async throws -> MutationScore {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    steps(.building)
    let build = MutantBuild(workplace: workplace, exercise: exercise, folder: folder.url)
    let product = try await build.product()
    guard let program = product.program else {
      return MutationScore(killed: 0, survivors: [], stillborn: product.stillborn)
    }
    let judgements = try await examine(
      product.mutants.map(\.type), of: exercise, with: program,
      in: folder.url.appending(path: "scratch")
    ).map { $0.ifRacing ?? $0.judgement }
    let passed = zip(product.mutants, judgements).filter { !$1.noticesSlip }.map(\.0.mutant)
    let harmless = exercise.harmlessSlips.filter { passed.contains(where: $0.excuses) }
    return MutationScore(
      killed: judgements.count - passed.count,
      survivors: passed.filter { mutant in !harmless.contains { $0.excuses(mutant) } }.map(\.name),
      harmless: harmless, stillborn: product.stillborn)
  }
}

extension Judgement {
  /// A pass with both stars notices nothing, and neither does a check that came to no verdict.
  fileprivate var noticesSlip: Bool {
    switch verdict {
    case .pass: !stars.allSatisfy(\.isEarned)
    case .wrong, .hang, .crash: true
    case .error, .inconclusive: false
    }
  }
}
