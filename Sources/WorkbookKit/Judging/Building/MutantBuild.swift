internal import Foundation

/// Compiles all mutants of an exercise at once, each a type and a file of its own.
struct MutantBuild {
  let workplace: PackageLocation
  let exercise: any CheckedExercise
  /// Where everything goes; gone when the caller is done.
  let folder: URL

  /// The mutants that compile, by the names of their types, and a program that judges them.
  struct Product {
    var program: URL?
    var mutants: [(type: String, mutant: Mutant)] = []
    var stillborn = 0
  }

  /// What the compiler complains about is taken out, until it does so no more. The first complaint
  /// of a file may hide those of another, so it can take more than one round.
  func product() async throws -> Product {
    let build = try ExaminerBuild(for: exercise.module, at: workplace)
    var product = Product(mutants: try written())
    while !product.mutants.isEmpty {
      let result = try await build.compile(
        product.mutants.map { file($0.type) }, main: build.main(for: product.mutants.map(\.type)),
        module: "\(exercise.module)Mutants", options: ["-suppress-warnings"], in: folder,
        to: folder.appending(path: "mutants"))
      switch result {
      case .built(let program):
        product.program = program
        return product
      case .rejected(let words):
        let survivors = product.mutants.filter { !words.contains("/\($0.type).swift:") }
        guard survivors.count < product.mutants.count else {
          throw MutantTrouble(exercise: exercise.id, words: words)
        }
        product.stillborn += product.mutants.count - survivors.count
        product.mutants = survivors
      }
    }
    return product
  }

  /// Every mutant of every right answer that earns its second star: the solutions, and the answers
  /// of other designs in the museum.
  private func written() throws -> [(type: String, mutant: Mutant)] {
    let designs = exercise.solutions + exercise.museum
    let mutants = try designs.filter { $0.verdict == .pass && $0.misconception == nil }
      .flatMap { card in
        let text = try exercise.folder.answerText(of: exercise.file(of: card))
        return Mutator(card.name, text: text).mutants()
      }
    return try mutants.enumerated().map { number, mutant in
      let type = "Mutant\(number + 1)"
      try mutant.text.replacing("Answer", with: type)
        .write(to: file(type), atomically: false, encoding: .utf8)
      return (type, mutant)
    }
  }

  private func file(_ type: String) -> URL { folder.appending(path: "\(type).swift") }
}

/// The compiler complains, but not about a mutant.
struct MutantTrouble: Error, CustomStringConvertible {
  let exercise: String
  let words: String
  var description: String { "the mutants of '\(exercise)' do not compile: \(words)" }
}
