internal import Foundation

/// The names that are compiled with a tried file: those it does not declare itself, and what stands
/// in for what Linux lacks.
struct ControlledNames {
  let source: TriedSource
  let folder: URL
  /// Whether what is not controlled may be used after all.
  var allowsUncontrolled = false

  init(for source: TriedSource, at workplace: PackageLocation, allowsUncontrolled: Bool) {
    self.source = source
    self.allowsUncontrolled = allowsUncontrolled
    folder = workplace.package.appending(path: "Sources/ControlledDispatch/Names")
  }

  /// Modules of Apple's that Linux lacks; what is used of them is in `AppleStandIns.swift`, or
  /// missing.
  static let absentModules = [
    "AppKit", "Combine", "CoreGraphics", "OSLog", "QuartzCore", "SwiftUI", "UIKit", "os",
  ]

  /// Those of them that bring Foundation's names along.
  private static let withFoundation: Set<String> = ["AppKit", "SwiftUI", "UIKit"]

  /// Writes the files that are compiled as well.
  func write(to work: URL) throws -> [URL] {
    var files: [URL] = []
    let whole = ["FixedChance", "FixedWorld"]
    for name in ["ControlledNames", "ControlledCLocks", "AppleStandIns"] + whole {
      let text = try String(contentsOf: folder.appending(path: "\(name).swift"), encoding: .utf8)
      let kept = whole.contains(name) ? text : Self.forPublicUse(filtered(text))
      let file = work.appending(path: "\(name).swift")
      try kept.write(to: file, atomically: false, encoding: .utf8)
      files.append(file)
    }
    if !source.imports.isDisjoint(with: Self.withFoundation) {
      let file = work.appending(path: "WithFoundation.swift")
      try "@_exported import Foundation\n".write(to: file, atomically: false, encoding: .utf8)
      files.append(file)
    }
    let modules = Self.absentModules.map { "module \($0) {}\n" }.joined()
    try modules.write(to: map(in: work), atomically: false, encoding: .utf8)
    return files
  }

  /// What a package offers to others may have these names in it.
  private static func forPublicUse(_ text: String) -> String {
    text.replacing(#/(?m)^typealias /#, with: "public typealias ")
  }

  /// What stands in for what the files use and Linux lacks.
  fileprivate var standIns: String {
    let text = (try? folder.appending(path: "AppleStandIns.swift").text()) ?? ""
    return filtered(text).components(separatedBy: "\n\n").filter { part in
      Self.name(in: part).map(source.uses) ?? false
    }.joined(separator: "\n\n")
  }

  /// Where the modules are declared that are empty here.
  func map(in work: URL) -> URL { work.appending(path: "absent.modulemap") }

  /// Without what the reader declares, and what stands in for modules that are not imported.
  private func filtered(_ text: String) -> String {
    let declared = source.declared
    return text.components(separatedBy: "\n\n").filter { part in
      if let name = Self.name(in: part), declared.contains(name) { return false }
      if let modules = Self.modules(in: part), source.imports.isDisjoint(with: modules) {
        return false
      }
      return !allowsUncontrolled || !part.contains("\"not controlled: ")
    }.joined(separator: "\n\n")
  }

  /// What a paragraph declares.
  private static func name(in part: String) -> String? {
    part.firstMatch(of: #/(?m)^(?:\w+ )*(?:typealias|struct|class|func|protocol|enum) (\w+)/#)
      .map { String($0.output.1) }
  }

  /// `// of UIKit, SwiftUI`
  private static func modules(in part: String) -> [String]? {
    part.firstMatch(of: #/(?m)^\/\/ of ([\w, ]+)$/#).map { match in
      match.output.1.split(separator: ", ").map(String.init)
    }
  }

  /// What the scheduler sees of what the file uses.
  var seen: [String] {
    let text =
      (try? String(
        contentsOf: folder.appending(path: "ControlledNames.swift"), encoding: .utf8)) ?? ""
    let names = text.components(separatedBy: "\n\n").filter { !$0.contains("not controlled") }
      .compactMap(Self.name).filter { $0 != "Stage" }
    let cLocks = ["pthread_mutex_lock", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock"]
    return Set(names).filter { source.uses($0) && !source.declared.contains($0) }.sorted()
      + cLocks.filter(source.uses) + (source.uses("Task") || source.uses("await") ? ["tasks"] : [])
      + (source.uses("actor") || source.uses("MainActor") ? ["actors"] : [])
      + (source.imports.contains("CoreData") ? ["Core Data"] : [])
  }

  /// What is used though it is not controlled.
  var allowed: [String] {
    guard allowsUncontrolled else { return [] }
    let text =
      (try? String(
        contentsOf: folder.appending(path: "ControlledNames.swift"), encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n\n").filter { $0.contains("not controlled") }
      .compactMap(Self.name).filter { source.uses($0) && !source.declared.contains($0) }.sorted()
  }

  /// What is refused before the compiler sees it: a name with its module is the real one, whatever
  /// the module of the file declares, and so is a function of C.
  var refusals: [String] {
    zip(source.files, source.texts).flatMap { file, text in
      TriedSource.code(of: text).split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated().flatMap { index, line in
          refusals(of: line).map {
            "\(file.plainPath):\(index + 1):1: error: not controlled: \($0)"
          }
        }
    }
  }

  private func refusals(of line: Substring) -> [String] {
    let qualified = line.matches(
      of: #/\b(?:Foundation|Dispatch|Synchronization)\.([A-Z]\w+)/#.wordBoundaryKind(.simple)
    )
    .filter { Self.areControlled.contains(String($0.output.1)) }
    .map { qualified in
      let (whole, name) = (qualified.output.0, qualified.output.1)
      let isHidden = source.declared.contains(String(name))
      return "'\(whole)' is the real one; write '\(isHidden ? "Platform." : "")\(name)'"
        + (isHidden ? ", as your own \(name) hides the other" : "")
    }
    let threads = line.matches(
      of: #/\bpthread_(?:cond|create|join|rwlock_t|mutex_timed)\w+\s*\(/#
        .wordBoundaryKind(.simple)
    ).filter { $0.output != "pthread_rwlock_t(" }
    let others = line.matches(
      of: #/\bsem_(?:wait|post|trywait)\s*\(/#.wordBoundaryKind(.simple))
    let functions = (threads + others).map { match in
      "\(match.output.dropLast()); use NSLock, NSCondition, DispatchSemaphore or Thread"
    }
    let variables = line.matches(
      of: #/\bos_unfair_lock_(?:lock|unlock|trylock)\s*\(\s*&/#.wordBoundaryKind(.simple)
    ).map { match in
      "\(match.output.prefix { $0 != "(" }) of a variable, which Swift may move, so that it is no "
        + "lock: use OSAllocatedUnfairLock, or a pointer that you allocate"
    }
    let news = line.matches(of: #/\.notifications\(named:/#).map { _ in
      "notifications(named:) of NotificationCenter, or there is none; add an observer"
    }
    return qualified + functions + variables + news
  }

  /// The sentence for a line that the compiler has other words for: it names what is refused, and what
  /// the compiler says of it follows from that.
  func sentence(forLine line: Substring) -> String? {
    refused.first { name, _ in line.contains(try! Regex(#"\b\#(name)\b"#)) }?.sentence
  }

  private var refused: [(name: String, sentence: String)] {
    let text = (try? folder.appending(path: "ControlledNames.swift").text()) ?? ""
    return text.components(separatedBy: "\n\n").filter { $0.contains("not controlled: ") }
      .compactMap(Self.name).filter { source.uses($0) && !source.declared.contains($0) }
      .compactMap { name in sentence(for: name).map { (name, $0) } }
  }

  /// The sentence with which a name is refused.
  func sentence(for name: String) -> String? {
    let parts = ["ControlledNames", "AppleStandIns"].flatMap { file in
      ((try? folder.appending(path: "\(file).swift").text()) ?? "").components(
        separatedBy: "\n\n")
    }
    let part = parts.first { $0.contains("not controlled: ") && Self.name(in: $0) == name }
    return part?.firstMatch(of: #/"(not controlled: [^"]*)"/#).map { String($0.output.1) }
  }

  private static let areControlled: Set<String> = [
    "Atomic", "BlockOperation", "DispatchGroup", "DispatchQueue", "DispatchSemaphore",
    "DispatchSource", "DispatchWorkItem", "Mutex", "NSCache", "NSCondition", "NSConditionLock",
    "NSLock", "NSRecursiveLock", "NotificationCenter", "Operation", "OperationQueue", "RunLoop",
    "Thread", "Timer", "UserDefaults",
  ]
}

extension TriedSource {
  /// The types that are compiled with the files in place of Apple's.
  public func standIns(at workplace: PackageLocation = .here) -> String {
    ControlledNames(for: self, at: workplace, allowsUncontrolled: false).standIns
  }
}
