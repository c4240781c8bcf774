// Compiled into the module of the code that is to be controlled: copy this file, or link to it. A
// name that a module declares itself comes before one that it imports, so these are what the code
// means by them. What stands here as unavailable is not controlled, and says so.
// For all files of the module: operators are looked for in what a file imports.
@_exported import ControlledDispatch
import Foundation
import Synchronization

typealias AsyncStream = Platform.AsyncStream

typealias AsyncThrowingStream = Platform.AsyncThrowingStream

typealias DispatchQueue = Platform.DispatchQueue

typealias Atomic = Platform.Atomic

@available(*, unavailable, message: "not controlled: AtomicLazyReference; use a Mutex")
struct AtomicLazyReference<Instance>: ~Copyable {}

typealias BlockOperation = Platform.BlockOperation

typealias DispatchGroup = Platform.DispatchGroup

typealias DispatchPredicate = Platform.DispatchPredicate

typealias DispatchSemaphore = Platform.DispatchSemaphore

typealias DispatchSource = Platform.DispatchSource

typealias DispatchSourceTimer = Platform.DispatchSourceTimer

typealias DispatchSpecificKey = Platform.DispatchSpecificKey

typealias DispatchTime = Platform.DispatchTime

typealias DispatchWallTime = Platform.DispatchWallTime

typealias DispatchWorkItem = Platform.DispatchWorkItem

typealias Mutex = Platform.Mutex

typealias NSCache = Platform.NSCache

typealias NSCondition = Platform.NSCondition

typealias NSConditionLock = Platform.NSConditionLock

typealias NSLock = Platform.NSLock

typealias NSLocking = Platform.NSLocking

typealias NSRecursiveLock = Platform.NSRecursiveLock

typealias NotificationCenter = Platform.NotificationCenter

typealias Operation = Platform.Operation

typealias OperationQueue = Platform.OperationQueue

typealias RunLoop = Platform.RunLoop

typealias Thread = Platform.Thread

typealias Timer = Platform.Timer

typealias UserDefaults = Platform.UserDefaults

func atomicMemoryFence(ordering: AtomicUpdateOrdering) {
  Platform.atomicMemoryFence(ordering: ordering)
}

func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try Platform.autoreleasepool(invoking: body)
}

func dispatchPrecondition(
  condition: @autoclosure () -> DispatchPredicate, file: StaticString = #fileID,
  line: UInt = #line
) {
  Platform.dispatchPrecondition(condition: condition(), file: file, line: line)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
func objc_sync_enter(
  _ object: Any, file: StaticString = #fileID, line: UInt = #line
) -> Int32 {
  Platform.syncEnter(object, file: file, line: line)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@discardableResult
func objc_sync_exit(
  _ object: Any, file: StaticString = #fileID, line: UInt = #line
) -> Int32 {
  Platform.syncExit(object, file: file, line: line)
}

@discardableResult
func sleep(_ seconds: UInt32, file: StaticString = #fileID, line: UInt = #line) -> UInt32 {
  Platform.Thread.sleep(forTimeInterval: Double(seconds), file: file, line: line)
  return 0
}

@_disfavoredOverload
@discardableResult
func sleep(_ seconds: UInt32) -> UInt32 { sleep(seconds, file: #fileID, line: #line) }

@discardableResult
func usleep(_ microseconds: UInt32, file: StaticString = #fileID, line: UInt = #line) -> Int32 {
  Platform.Thread.sleep(forTimeInterval: Double(microseconds) / 1e6, file: file, line: line)
  return 0
}

@_disfavoredOverload
@discardableResult
func usleep(_ microseconds: UInt32) -> Int32 { usleep(microseconds, file: #fileID, line: #line) }

// MARK: Not controlled

@available(
  *, unavailable,
  message: "not controlled: DispatchIO; its blocks come from outside of the program"
)
typealias DispatchIO = Never

@available(*, unavailable, message: "not controlled: DispatchData; hand over Data")
typealias DispatchData = Never

@available(
  *, unavailable,
  message: "not controlled: DispatchSourceRead; what it waits for comes from outside"
)
typealias DispatchSourceRead = Never

@available(
  *, unavailable,
  message: "not controlled: DispatchSourceWrite; what it waits for comes from outside"
)
typealias DispatchSourceWrite = Never

@available(
  *, unavailable,
  message: "not controlled: DispatchSourceSignal; signals come from outside"
)
typealias DispatchSourceSignal = Never

@available(*, unavailable, message: "not controlled: DispatchSourceUserDataAdd; use a queue")
typealias DispatchSourceUserDataAdd = Never

@available(*, unavailable, message: "not controlled: DispatchSourceUserDataOr; use a queue")
typealias DispatchSourceUserDataOr = Never

@available(*, unavailable, message: "not controlled: DispatchSourceUserDataReplace; use a queue")
typealias DispatchSourceUserDataReplace = Never

@available(
  *, unavailable,
  message: "not controlled: NotificationQueue; post to the NotificationCenter"
)
typealias NotificationQueue = Never

@available(
  *, unavailable,
  message: "not controlled: URLSession answers from outside; hand the class a closure that loads"
)
typealias URLSession = Never

@available(
  *, unavailable,
  message: "not controlled: URLSession answers from outside; hand the class a closure that loads"
)
typealias URLSessionTask = Never

@available(
  *, unavailable,
  message: "not controlled: URLSession answers from outside; hand the class a closure that loads"
)
typealias URLSessionDataTask = Never

@available(
  *, unavailable,
  message: "not controlled: URLSession answers from outside; hand the class a closure that loads"
)
typealias URLSessionConfiguration = Never

@available(
  *, unavailable,
  message: "not controlled: FileHandle calls back from outside; read and write with Data"
)
typealias FileHandle = Never

@available(
  *, unavailable,
  message: "not controlled: Process runs outside of the program; hand the class a closure"
)
typealias Process = Never

@available(*, unavailable, message: "not controlled: Port; use a queue")
typealias Port = Never

@available(*, unavailable, message: "not controlled: dispatchMain(); return from the function")
func dispatchMain() -> Never { fatalError() }
