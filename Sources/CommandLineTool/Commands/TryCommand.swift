internal import Foundation
internal import WorkbookKit

/// Code of the reader's own.
struct TryCommand: Command {
  /// A file, a folder, or `-` for what is piped in.
  var path: String
  var request = TryOptions()
  /// Again whenever it is saved.
  var isWatched = false

  static let syntax = Syntax(
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
      's.expect(NAME) { }' is asked when nothing is left to run. After two minutes \
      what is known by then is told. DispatchQueue, NSLock, \
      OperationQueue, Thread, Timer, Task, Mutex and the like are controlled in it. With 'import \
      CoreData' its contexts are ours; an .xcdatamodeld beside the file is found by its name, and \
      its classes are generated as in an app. KIND is \
      \(TryStart.Template.allCases.map(\.rawValue).joined(separator: ", ")).
      """,
    examples: ["try ImageCache.swift", "try --template lock Cache.swift"],
    make: { (arguments) throws(UsageError) in
      if let kind = arguments.flags["--template"] {
        return try TryTemplateCommand(kind: kind, file: arguments[0])
      }
      guard let path = arguments[0] else { throw .missingOperand("FILE", command: "try") }
      if arguments.has("--stubs") { return StandInsCommand(path: path) }
      return TryCommand(
        path: path, request: try TryOptions(arguments), isWatched: arguments.has("--watch"))
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let path = path == "-" ? try savedInput() : path
    return isWatched
      ? try watch(path, session, options) : try tryOnce(path, session, options)
  }

  private func tryOnce(
    _ path: String, _ session: Session, _ options: CommonOptions
  ) throws -> ExitStatus {
    let source = try TriedSource(named: path)
    guard source.hasScenario else { return try addStart(to: source, at: path, session.console) }
    return try tried(source, session, options)
  }

  /// Tries a file, and again whenever it is saved, until Ctrl-C ends it.
  private func watch(
    _ path: String, _ session: Session, _ options: CommonOptions
  ) throws -> ExitStatus {
    let console = session.console
    let watch = try AnswerWatch(path: path)
    // A page that waits for a key would not hear of the next save.
    console.usesPager = false
    console.notice("'\(path)' is tried whenever it is saved; Ctrl-C ends")
    var status = tryAgain(path, session, options)
    while !console.isClosed, status != .interrupted {
      switch watch.nextEvent(hasKeys: false) {
      case nil:
        if !options.isJSON { console.show(.blank) }
        return .interrupted
      case .change(.deleted): console.notice("the file is gone; it is waited for")
      case .change(.saved), .key:
        if !options.isJSON { console.show(.blank) }
        status = tryAgain(path, session, options)
      }
    }
    return status
  }

  /// A file that cannot be tried now may be the next time it is saved.
  private func tryAgain(
    _ path: String, _ session: Session, _ options: CommonOptions
  ) -> ExitStatus {
    do {
      return try tryOnce(path, session, options)
    } catch {
      return session.report(error)
    }
  }

  private func tried(
    _ source: TriedSource, _ session: Session, _ options: CommonOptions
  ) throws -> ExitStatus {
    let (console, workplace, request) = (session.console, session.workplace, request)
    let statusLine = console.statusLine
    let stop = TryStop()
    let tryout = Tryout(at: workplace, stop: stop) { step in
      switch step {
      case .building: statusLine.show("building")
      case .exploring(let orders, let hasRaces):
        statusLine.show(
          "exploring, \(orders.of("order")) so far" + (hasRaces ? ", a race found" : ""))
      }
    }
    let result = try console.waitingFor("begins", first: stop.now) {
      try await tryout.run(source, request)
    }
    console.statusLine.clear()
    guard let result else {
      throw CommandFailure(problem: "you stopped it; nothing is known", status: .interrupted)
    }
    switch result {
    case .rejected(let words):
      console.show(words.split(separator: "\n").map { TextLine("\($0)", .code) })
      if words.contains("error: not controlled") {
        console.tell("With --allow-uncontrolled it is used all the same, and the claim says so.")
      }
      return .doesNotBuild
    case .tried(let reports):
      var worst = ExitStatus.done
      for report in reports {
        if reports.count > 1, !options.isJSON { console.show(TextLine(report.scenario, .heading)) }
        console.show(TryPage(report, of: source, request, at: workplace), options)
        if worst == .done || report.status == .notPassed { worst = report.status }
      }
      return stop.isOn ? .interrupted : worst
    }
  }

  /// What is piped in becomes a file, so that it can be edited and tried again.
  private func savedInput() throws -> String {
    let text = String(
      decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
    return try save(text, as: "Pasted")
  }

  /// A file with a start below what was pasted; nothing of the reader's is written over.
  private func addStart(
    to source: TriedSource, at path: String, _ console: Console
  ) throws -> ExitStatus {
    guard source.files.count == 1,
      let text = try? String(contentsOf: source.files[0], encoding: .utf8)
    else {
      throw CommandFailure(
        problem: "there is no function 'scenario' in '\(path)'",
        wayOut: "write one: func scenario(_ s: Stage) { ... }; 'try --template lock' shows how",
        status: .usage)
    }
    // Beside the code, as its reader names the place.
    let name = source.files[0].deletingPathExtension().lastPathComponent
    let isFolder = !path.hasSuffix(".swift")
    let folder = isFolder ? path : (path as NSString).deletingLastPathComponent
    let file = try save(
      text + TryStart.scenario(for: source),
      as: (folder as NSString).appendingPathComponent("\(name)Tried"))
    console.complain(
      "there is no function 'scenario' to run; '\(file)' has your code with a start below it",
      wayOut: "look at its last lines, then: try \(file)")
    return .usage
  }

  /// Saves under the first name that is free.
  private func save(_ text: String, as name: String) throws -> String {
    let names = ["\(name).swift"] + (2...99).map { "\(name)\($0).swift" }
    guard let file = names.first(where: { !TextFile.exists($0) }),
      TextFile.write(text, to: file)
    else {
      throw CommandFailure(
        problem: "'\(name).swift' cannot be written", wayOut: "work in a folder of yours",
        status: .usage)
    }
    return file
  }
}

extension TryOptions {
  fileprivate init(_ arguments: Arguments) throws(UsageError) {
    self.init()
    if let language = arguments.flags["--swift"] {
      guard ["5", "6"].contains(language) else {
        throw .badValue(language, of: "--swift", expected: "5 or 6")
      }
      self.language = language
    }
    if let budget = try arguments.count("--budget") { self.budget = budget }
    isOptimized = arguments.has("--optimize")
    allowsUncontrolled = arguments.has("--allow-uncontrolled")
  }
}

extension TriedSource {
  /// What a reader names, or why that cannot be tried.
  init(named path: String) throws {
    do {
      self = try TriedSource(path)
    } catch let error as UntriableSource {
      throw CommandFailure(
        problem: error.description, wayOut: "name a Swift file or a folder of them, or '-'",
        status: .usage)
    }
  }
}
