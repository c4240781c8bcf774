internal import Foundation
internal import Interleaving

extension Platform {
  /// A cache that guards itself. It keeps what it is given until it is told otherwise, so what
  /// memory that runs short would throw away is never thrown away.
  public final class NSCache<Key: AnyObject, Object: AnyObject>: @unchecked Sendable {
    // @unchecked Sendable because what it keeps is touched by one step at a time.
    private let resource: PerRun<Resource>
    private var kept: [Foundation.NSObject: Object] = [:]
    public var countLimit = 0
    public var totalCostLimit = 0
    public var name = ""

    public init(file: StaticString = #fileID, line: UInt = #line) {
      resource = .made { $0.resource(named("NSCache", file, line), guardsItself: true) }
    }

    public func object(
      forKey key: Key, file: StaticString = #fileID, line: UInt = #line
    ) -> Object? {
      step(.read, "looks into the cache", file, line)
      return kept[Self.key(key)]
    }

    public func setObject(
      _ object: Object, forKey key: Key, cost: Int = 0, file: StaticString = #fileID,
      line: UInt = #line
    ) {
      step(.write, "puts something into the cache", file, line)
      kept[Self.key(key)] = object
    }

    public func removeObject(
      forKey key: Key, file: StaticString = #fileID, line: UInt = #line
    ) {
      step(.write, "removes something from the cache", file, line)
      kept[Self.key(key)] = nil
    }

    public func removeAllObjects(file: StaticString = #fileID, line: UInt = #line) {
      step(.write, "empties the cache", file, line)
      kept.removeAll()
    }

    private func step(
      _ kind: AccessKind, _ words: String, _ file: StaticString, _ line: UInt
    ) {
      Runtime.current.accessUnderItsLock(resource.current, kind, words, file: file, line: line)
    }

    /// An object of Foundation is its own key by what it says; any other by what it is.
    private static func key(_ key: Key) -> NSObject {
      key as? NSObject ?? NSNumber(value: UInt(bitPattern: ObjectIdentifier(key).hashValue))
    }
  }
}
