public import Foundation
internal import Interleaving

extension Platform {
  /// Settings that each run begins without. A read and a write are a step each, so that what is read,
  /// changed and written is two.
  public final class UserDefaults: @unchecked Sendable {
    // @unchecked Sendable because what it keeps is touched by one step at a time.
    private let suite: String

    public static let standard = UserDefaults("standard")

    private init(_ suite: String) { self.suite = suite }

    public convenience init() { self.init("standard") }

    public convenience init?(suiteName: String?) { self.init(suiteName ?? "standard") }

    /// What all of them keep in one run.
    private final class Kept: @unchecked Sendable {
      // @unchecked Sendable as above.
      let resource: Resource
      var values: [String: [String: Any]] = [:]
      var registered: [String: Any] = [:]

      init(_ runtime: Runtime) { resource = runtime.resource("UserDefaults", guardsItself: true) }
    }

    private static let kept = PerRun<Kept> { Kept($0) }

    private func step(
      _ kind: AccessKind, _ words: String, _ file: StaticString, _ line: UInt
    ) -> Kept {
      let kept = Self.kept.current
      Runtime.current.accessUnderItsLock(kept.resource, kind, words, file: file, line: line)
      return kept
    }

    public func object(
      forKey key: String, file: StaticString = #fileID, line: UInt = #line
    ) -> Any? {
      let kept = step(.read, "reads \(key)", file, line)
      return kept.values[suite]?[key] ?? kept.registered[key]
    }

    public func set(
      _ value: Any?, forKey key: String, file: StaticString = #fileID, line: UInt = #line
    ) {
      step(.write, "writes \(key)", file, line).values[suite, default: [:]][key] = value
    }

    public func removeObject(
      forKey key: String, file: StaticString = #fileID, line: UInt = #line
    ) {
      set(nil, forKey: key, file: file, line: line)
    }

    public func register(
      defaults: [String: Any], file: StaticString = #fileID, line: UInt = #line
    ) {
      step(.write, "registers defaults", file, line).registered.merge(defaults) { $1 }
    }

    public func removePersistentDomain(
      forName name: String, file: StaticString = #fileID, line: UInt = #line
    ) {
      step(.write, "forgets \(name)", file, line).values[name] = nil
    }

    public func dictionaryRepresentation(
      file: StaticString = #fileID, line: UInt = #line
    ) -> [String: Any] {
      let kept = step(.read, "reads all", file, line)
      return kept.registered.merging(kept.values[suite] ?? [:]) { $1 }
    }

    @discardableResult
    public func synchronize() -> Bool { true }
  }
}

// MARK: Values of one type

extension Platform.UserDefaults {
  public func string(
    forKey key: String, file: StaticString = #fileID, line: UInt = #line
  ) -> String? {
    let value = object(forKey: key, file: file, line: line)
    return value as? String ?? (value as? NSNumber)?.stringValue
  }

  public func integer(
    forKey key: String, file: StaticString = #fileID, line: UInt = #line
  ) -> Int { number(key, file, line)?.intValue ?? 0 }

  public func double(
    forKey key: String, file: StaticString = #fileID, line: UInt = #line
  ) -> Double { number(key, file, line)?.doubleValue ?? 0 }

  public func float(
    forKey key: String, file: StaticString = #fileID, line: UInt = #line
  ) -> Float { number(key, file, line)?.floatValue ?? 0 }

  public func bool(
    forKey key: String, file: StaticString = #fileID, line: UInt = #line
  ) -> Bool { number(key, file, line)?.boolValue ?? false }

  public func data(
    forKey key: String, file: StaticString = #fileID, line: UInt = #line
  ) -> Data? { object(forKey: key, file: file, line: line) as? Data }

  public func url(
    forKey key: String, file: StaticString = #fileID, line: UInt = #line
  ) -> URL? { object(forKey: key, file: file, line: line) as? URL }

  public func array(
    forKey key: String, file: StaticString = #fileID, line: UInt = #line
  ) -> [Any]? { object(forKey: key, file: file, line: line) as? [Any] }

  public func stringArray(
    forKey key: String, file: StaticString = #fileID, line: UInt = #line
  ) -> [String]? { object(forKey: key, file: file, line: line) as? [String] }

  public func dictionary(
    forKey key: String, file: StaticString = #fileID, line: UInt = #line
  ) -> [String: Any]? { object(forKey: key, file: file, line: line) as? [String: Any] }

  private func number(_ key: String, _ file: StaticString, _ line: UInt) -> NSNumber? {
    switch object(forKey: key, file: file, line: line) {
    case let number as NSNumber: number
    case let value as Int: NSNumber(value: value)
    case let value as Double: NSNumber(value: value)
    case let value as Float: NSNumber(value: value)
    case let value as Bool: NSNumber(value: value)
    case let value as String: NSNumber(value: (value as NSString).doubleValue)
    default: nil
    }
  }
}
