public import Foundation

extension Platform {
  /// A lock that is taken when a number is what it is to be. It is told as the condition that it is
  /// made of.
  public final class NSConditionLock: NSLocking, @unchecked Sendable {
    // @unchecked Sendable because the variables are touched with the condition's lock taken.
    private let changed: NSCondition
    private var isTaken = false
    private var number: Int
    public var name: String? {
      get { changed.name }
      set { changed.name = newValue }
    }

    public init(condition: Int = 0, file: StaticString = #fileID, line: UInt = #line) {
      changed = NSCondition(file: file, line: line)
      number = condition
    }

    public var condition: Int { changed.withLock { number } }

    public func lock(file: StaticString = #fileID, line: UInt = #line) {
      take(nil, nil, file, line)
    }

    public func lock(
      whenCondition condition: Int, file: StaticString = #fileID, line: UInt = #line
    ) {
      take(condition, nil, file, line)
    }

    public func lock(
      before limit: Date, file: StaticString = #fileID, line: UInt = #line
    ) -> Bool {
      take(nil, limit, file, line)
    }

    public func lock(
      whenCondition condition: Int, before limit: Date, file: StaticString = #fileID,
      line: UInt = #line
    ) -> Bool {
      take(condition, limit, file, line)
    }

    public func `try`(file: StaticString = #fileID, line: UInt = #line) -> Bool {
      tryToTake(nil, file, line)
    }

    public func tryLock(
      whenCondition condition: Int, file: StaticString = #fileID, line: UInt = #line
    ) -> Bool {
      tryToTake(condition, file, line)
    }

    public func unlock(file: StaticString = #fileID, line: UInt = #line) {
      give(nil, file, line)
    }

    public func unlock(
      withCondition condition: Int, file: StaticString = #fileID, line: UInt = #line
    ) {
      give(condition, file, line)
    }

    // For protocols of the reader's that ask for these.
    @_disfavoredOverload public func lock() { lock(file: #fileID, line: #line) }

    @_disfavoredOverload public func unlock() { unlock(file: #fileID, line: #line) }

    @discardableResult
    private func take(
      _ wanted: Int?, _ limit: Date?, _ file: StaticString, _ line: UInt
    ) -> Bool {
      changed.withLock(file: file, line: line) {
        while isTaken || wanted.map({ $0 != number }) ?? false {
          if let limit {
            guard changed.wait(until: limit, file: file, line: line) else { return false }
          } else {
            changed.wait(file: file, line: line)
          }
        }
        isTaken = true
        return true
      }
    }

    private func tryToTake(_ wanted: Int?, _ file: StaticString, _ line: UInt) -> Bool {
      changed.withLock(file: file, line: line) {
        if isTaken || wanted.map({ $0 != number }) ?? false { return false }
        isTaken = true
        return true
      }
    }

    private func give(_ next: Int?, _ file: StaticString, _ line: UInt) {
      changed.withLock(file: file, line: line) {
        isTaken = false
        if let next { number = next }
        changed.broadcast(file: file, line: line)
      }
    }
  }
}
