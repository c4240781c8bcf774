// Compiled into the module of the code that is to be controlled, as `ControlledNames.swift` is: the
// locks of C by their own names.
//
// Each function is there twice. The one that takes what C's takes hides that; it is liked less than the
// one that also knows where it is called.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

import ControlledDispatch
import Foundation

@discardableResult
func pthread_mutexattr_settype(
  _ attribute: UnsafeMutablePointer<pthread_mutexattr_t>, _ kind: Int32,
  file: StaticString = #fileID, line: UInt = #line
) -> Int32 {
  Platform.CLocks.setKind(attribute, kind)
  return 0
}

@_disfavoredOverload
@discardableResult
func pthread_mutexattr_settype(
  _ attribute: UnsafeMutablePointer<pthread_mutexattr_t>, _ kind: Int32
) -> Int32 {
  pthread_mutexattr_settype(attribute, kind, file: #fileID, line: #line)
}

@discardableResult
func pthread_mutex_init(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
  _ attribute: UnsafePointer<pthread_mutexattr_t>!,
  file: StaticString = #fileID, line: UInt = #line
) -> Int32 {
  Platform.CLocks.make(mutex, attribute, file, line)
  return 0
}

@_disfavoredOverload
@discardableResult
func pthread_mutex_init(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ attribute: UnsafePointer<pthread_mutexattr_t>!
) -> Int32 {
  pthread_mutex_init(mutex, attribute, file: #fileID, line: #line)
}

@discardableResult
func pthread_mutex_destroy(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>, file: StaticString = #fileID, line: UInt = #line
) -> Int32 {
  Platform.CLocks.remove(mutex)
  return 0
}

@_disfavoredOverload
@discardableResult
func pthread_mutex_destroy(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 {
  pthread_mutex_destroy(mutex, file: #fileID, line: #line)
}

@discardableResult
func pthread_mutex_lock(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>, file: StaticString = #fileID, line: UInt = #line
) -> Int32 {
  Platform.CLocks.lock(mutex, file, line)
  return 0
}

@_disfavoredOverload
@discardableResult
func pthread_mutex_lock(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 {
  pthread_mutex_lock(mutex, file: #fileID, line: #line)
}

@discardableResult
func pthread_mutex_trylock(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>, file: StaticString = #fileID, line: UInt = #line
) -> Int32 {
  Platform.CLocks.attempt(mutex, file, line)
}

@_disfavoredOverload
@discardableResult
func pthread_mutex_trylock(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 {
  pthread_mutex_trylock(mutex, file: #fileID, line: #line)
}

@discardableResult
func pthread_mutex_unlock(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>, file: StaticString = #fileID, line: UInt = #line
) -> Int32 {
  Platform.CLocks.unlock(mutex, file, line)
  return 0
}

@_disfavoredOverload
@discardableResult
func pthread_mutex_unlock(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 {
  pthread_mutex_unlock(mutex, file: #fileID, line: #line)
}

@discardableResult
func pthread_rwlock_init(
  _ lock: UnsafeMutablePointer<pthread_rwlock_t>,
  _ attribute: UnsafePointer<pthread_rwlockattr_t>!,
  file: StaticString = #fileID, line: UInt = #line
) -> Int32 {
  Platform.CLocks.makeShared(lock, file, line)
  return 0
}

@_disfavoredOverload
@discardableResult
func pthread_rwlock_init(
  _ lock: UnsafeMutablePointer<pthread_rwlock_t>,
  _ attribute: UnsafePointer<pthread_rwlockattr_t>!
) -> Int32 {
  pthread_rwlock_init(lock, attribute, file: #fileID, line: #line)
}

@discardableResult
func pthread_rwlock_destroy(
  _ lock: UnsafeMutablePointer<pthread_rwlock_t>, file: StaticString = #fileID, line: UInt = #line
) -> Int32 {
  Platform.CLocks.remove(lock)
  return 0
}

@_disfavoredOverload
@discardableResult
func pthread_rwlock_destroy(
  _ lock: UnsafeMutablePointer<pthread_rwlock_t>
) -> Int32 {
  pthread_rwlock_destroy(lock, file: #fileID, line: #line)
}

@discardableResult
func pthread_rwlock_rdlock(
  _ lock: UnsafeMutablePointer<pthread_rwlock_t>, file: StaticString = #fileID, line: UInt = #line
) -> Int32 {
  Platform.CLocks.lockToRead(lock, file, line)
  return 0
}

@_disfavoredOverload
@discardableResult
func pthread_rwlock_rdlock(
  _ lock: UnsafeMutablePointer<pthread_rwlock_t>
) -> Int32 {
  pthread_rwlock_rdlock(lock, file: #fileID, line: #line)
}

@discardableResult
func pthread_rwlock_wrlock(
  _ lock: UnsafeMutablePointer<pthread_rwlock_t>, file: StaticString = #fileID, line: UInt = #line
) -> Int32 {
  Platform.CLocks.lockToWrite(lock, file, line)
  return 0
}

@_disfavoredOverload
@discardableResult
func pthread_rwlock_wrlock(
  _ lock: UnsafeMutablePointer<pthread_rwlock_t>
) -> Int32 {
  pthread_rwlock_wrlock(lock, file: #fileID, line: #line)
}

@discardableResult
func pthread_rwlock_unlock(
  _ lock: UnsafeMutablePointer<pthread_rwlock_t>, file: StaticString = #fileID, line: UInt = #line
) -> Int32 {
  Platform.CLocks.unlock(lock, file, line)
  return 0
}

@_disfavoredOverload
@discardableResult
func pthread_rwlock_unlock(
  _ lock: UnsafeMutablePointer<pthread_rwlock_t>
) -> Int32 {
  pthread_rwlock_unlock(lock, file: #fileID, line: #line)
}

// MARK: Apple's lock of C

typealias os_unfair_lock = Platform.CUnfairLock

typealias os_unfair_lock_s = os_unfair_lock

typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock>

func os_unfair_lock_lock(
  _ lock: UnsafeMutablePointer<os_unfair_lock>, file: StaticString = #fileID, line: UInt = #line
) {
  lock.pointee.lock(file: file, line: line)
}

func os_unfair_lock_unlock(
  _ lock: UnsafeMutablePointer<os_unfair_lock>, file: StaticString = #fileID, line: UInt = #line
) {
  lock.pointee.unlock(file: file, line: line)
}

func os_unfair_lock_trylock(
  _ lock: UnsafeMutablePointer<os_unfair_lock>, file: StaticString = #fileID, line: UInt = #line
) -> Bool {
  lock.pointee.lockIfAvailable(file: file, line: line)
}
