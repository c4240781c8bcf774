internal import Foundation
internal import Interleaving

extension Platform {
  /// The locks of C. One lies at an address; what was there before it was made is another one.
  public enum CLocks {
    private enum Made {
      case lock(Lock)
      case recursive(RecursiveLock)
      case shared(ReadWriteLock)
    }

    private static let table = PerRun { _ in UncheckedVariable<[UInt: Made]>([:]) }
    private static let attributes = PerRun { _ in UncheckedVariable<[UInt: Int32]>([:]) }

    /// Notes of which kind a lock is to be.
    public static func setKind(_ attribute: UnsafeRawPointer, _ kind: Int32) {
      attributes.current.value[UInt(bitPattern: attribute)] = kind
    }

    public static func make(
      _ place: UnsafeRawPointer, _ attribute: UnsafeRawPointer?, _ file: StaticString,
      _ line: UInt
    ) {
      let kind = attribute.flatMap { attributes.current.value[UInt(bitPattern: $0)] }
      let (runtime, name) = (Runtime.current, named("pthread_mutex", file, line))
      let isRecursive = kind == Int32(PTHREAD_MUTEX_RECURSIVE)
      table.current.value[UInt(bitPattern: place)] =
        isRecursive
        ? .recursive(runtime.recursiveLock(name, file: file, line: line))
        : .lock(runtime.lock(name, file: file, line: line))
    }

    public static func makeShared(_ place: UnsafeRawPointer, _ file: StaticString, _ line: UInt) {
      let name = named("pthread_rwlock", file, line)
      table.current.value[UInt(bitPattern: place)] =
        .shared(Runtime.current.readWriteLock(name, file: file, line: line))
    }

    public static func remove(_ place: UnsafeRawPointer) {
      table.current.value[UInt(bitPattern: place)] = nil
    }

    /// Takes a mutex, or a shared lock to write.
    public static func lock(_ place: UnsafeRawPointer, _ file: StaticString, _ line: UInt) {
      switch made(place, file, line) {
      case .lock(let lock): lock.lock(file: file, line: line)
      case .recursive(let lock): lock.lock(file: file, line: line)
      case .shared(let lock): lock.lockToWrite(file: file, line: line)
      }
    }

    public static func lockToRead(_ place: UnsafeRawPointer, _ file: StaticString, _ line: UInt) {
      if table.current.value[UInt(bitPattern: place)] == nil { makeShared(place, file, line) }
      if case .shared(let lock) = made(place, file, line) {
        lock.lockToRead(file: file, line: line)
      }
    }

    public static func lockToWrite(
      _ place: UnsafeRawPointer, _ file: StaticString, _ line: UInt
    ) {
      if table.current.value[UInt(bitPattern: place)] == nil { makeShared(place, file, line) }
      lock(place, file, line)
    }

    /// 0 if it has it now, as there.
    public static func attempt(
      _ place: UnsafeRawPointer, _ file: StaticString, _ line: UInt
    ) -> Int32 {
      let isMine =
        switch made(place, file, line) {
        case .lock(let lock): lock.try(file: file, line: line)
        case .recursive(let lock): lock.try(file: file, line: line)
        case .shared(let lock): lock.tryToWrite(file: file, line: line)
        }
      return isMine ? 0 : EBUSY
    }

    public static func unlock(_ place: UnsafeRawPointer, _ file: StaticString, _ line: UInt) {
      switch made(place, file, line) {
      case .lock(let lock): lock.unlock(file: file, line: line)
      case .recursive(let lock): lock.unlock(file: file, line: line)
      case .shared(let lock): lock.unlock(file: file, line: line)
      }
    }

    /// One that nothing was called for begins with its first use.
    private static func made(
      _ place: UnsafeRawPointer, _ file: StaticString, _ line: UInt
    ) -> Made {
      if let known = table.current.value[UInt(bitPattern: place)] { return known }
      make(place, nil, file, line)
      return table.current.value[UInt(bitPattern: place)]!
    }
  }
}
