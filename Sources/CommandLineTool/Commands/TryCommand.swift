internal import Foundation
internal import Terminal
internal import WorkbookKit

/// What `try` is to do.
enum TryRequest: Equatable {
  case run(path: String, TryOptions, isWatched: Bool)
  /// Writes a start of that kind into a file, or shows it.
  case template(TryStart.Template, file: String?)
  /// Shows what stands in for what Linux lacks.
  case stubs(path: String)
}

extension Session {
  func tryFile(_ request: TryRequest, _ options: CommonOptions) throws -> ExitStatus {
    switch request {
    case .template(let template, let file): return try write(template, to: file)
    case .stubs(let path): return try showStandIns(for: path)
    case .run(let path, let request, let isWatched):
      let path = path == "-" ? try savedInput() : path
      if isWatched { return try watchTries(of: path, request, options) }
      return try tryOnce(path, request, options)
    }
  }

  func tryOnce(
    _ path: String, _ request: TryOptions, _ options: CommonOptions
  ) throws -> ExitStatus {
    let source = try triedSource(path)
    guard source.hasScenario else { return try addStart(to: source, at: path) }
    return try tried(source, request, options)
  }

  private func tried(
    _ source: TriedSource, _ request: TryOptions, _ options: CommonOptions
  ) throws -> ExitStatus {
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
    let result = try waitingFor("begins", first: stop.now) {
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
        show(TryPage(report, of: source, request, at: workplace), options)
        if worst == .done || report.status == .notPassed { worst = report.status }
      }
      return stop.isOn ? .interrupted : worst
    }
  }

  private func showStandIns(for path: String) throws -> ExitStatus {
    let text = try triedSource(path).standIns(at: workplace)
    if text.isEmpty { console.tell("Nothing stands in for anything in '\(path)'.") }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      console.show(TextLine("\(line)", .code))
    }
    return .done
  }

  private func show(_ page: TryPage, _ options: CommonOptions) {
    guard !options.isJSON else { return console.show(json: page.json) }
    console.show(page.lines(width: console.width, isAccessible: console.isAccessible))
  }

  private func triedSource(_ path: String) throws -> TriedSource {
    do {
      return try TriedSource(path)
    } catch let error as UntriableSource {
      throw CommandFailure(
        problem: error.description, wayOut: "name a Swift file or a folder of them, or '-'",
        status: .usage)
    }
  }

  /// What is piped in becomes a file, so that it can be edited and tried again.
  private func savedInput() throws -> String {
    let text = String(
      decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
    return try save(text, as: "Pasted")
  }

  /// A file with a start below what was pasted; nothing of the reader's is written over.
  private func addStart(to source: TriedSource, at path: String) throws -> ExitStatus {
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

  private func write(_ template: TryStart.Template, to file: String?) throws -> ExitStatus {
    guard let file else {
      console.show(
        template.text.split(separator: "\n", omittingEmptySubsequences: false).map {
          TextLine("\($0)", .code)
        })
      return .done
    }
    guard !TextFile.exists(file) else {
      throw CommandFailure(
        problem: "there is a file '\(file)' already", wayOut: "name another one", status: .usage)
    }
    guard TextFile.write(template.text, to: file) else {
      throw CommandFailure(
        problem: "'\(file)' cannot be written", wayOut: "name a file in a folder of yours",
        status: .usage)
    }
    console.tell("'\(file)': \(template.summary).", .faint)
    suggest("try \(file)")
    return .done
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
