internal import WorkbookKit

/// The command for code of the reader's own.
extension CommandTable {
  static let trying = CommandSyntax<Command>(
    name: "try", operands: [.optional(.file)],
    flags: [
      .init(
        name: "--template", value: "KIND", summary: "a start instead, into FILE if one is named"),
      .init(name: "--swift", value: "N", summary: "the version of the language: 5, or 6"),
      .init(name: "--optimize", summary: "compile it as for a release"),
      .init(name: "--budget", value: "N", summary: "at most so many orders"),
      .init(name: "--watch", summary: "again whenever it is saved"),
      .init(name: "--stubs", summary: "show what stands in for what Linux lacks"),
      .init(name: "--allow-uncontrolled", summary: "use also what the scheduler does not see"),
      .json,
    ],
    summary: "run code of your own, as it is, in every order",
    details: """
      FILE is a Swift file, a folder of them, or '-' for what is piped in. It has a function \
      'scenario', which may be async and may take a Stage: 's.thread(NAME) { }' starts a thread, \
      's.expect(NAME) { }' is asked when nothing is left to run. DispatchQueue, NSLock, \
      OperationQueue, Thread, Timer, Task, Mutex and the like are controlled in it. With 'import \
      CoreData' its contexts are ours; an .xcdatamodeld beside the file is found by its name, and \
      its classes are generated as in an app. KIND is \
      \(TryStart.Template.allCases.map(\.rawValue).joined(separator: ", ")).
      """,
    examples: ["try ImageCache.swift", "try --template lock Cache.swift"],
    make: { (arguments) throws(UsageError) in .tryFile(try tryRequest(arguments)) })

  private static func tryRequest(_ arguments: Arguments) throws(UsageError) -> TryRequest {
    if let kind = arguments.flags["--template"] {
      guard let template = TryStart.Template(rawValue: kind) else {
        throw .badValue(
          kind, of: "--template",
          expected: TryStart.Template.allCases.map(\.rawValue).joined(separator: ", "))
      }
      return .template(template, file: arguments[0])
    }
    guard let path = arguments[0] else { throw .missingOperand("FILE", command: "try") }
    if arguments.has("--stubs") { return .stubs(path: path) }
    var options = TryOptions()
    if let language = arguments.flags["--swift"] {
      guard ["5", "6"].contains(language) else {
        throw .badValue(language, of: "--swift", expected: "5 or 6")
      }
      options.language = language
    }
    if let budget = try arguments.count("--budget") { options.budget = budget }
    options.isOptimized = arguments.has("--optimize")
    options.allowsUncontrolled = arguments.has("--allow-uncontrolled")
    return .run(path: path, options, isWatched: arguments.has("--watch"))
  }
}
