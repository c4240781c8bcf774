// Compiled into the module of every answer, ours and the reader's. A name that a module declares
// itself comes before one that it imports, so these are what an answer means by them.
// For all files of the module: operators are looked for in what a file imports.
@_exported import ControlledDispatch

typealias AsyncStream = Platform.AsyncStream
typealias BlockOperation = Platform.BlockOperation
typealias DispatchGroup = Platform.DispatchGroup
typealias DispatchQueue = Platform.Queue
typealias DispatchSemaphore = Platform.DispatchSemaphore
typealias DispatchTime = Platform.DispatchTime
typealias DispatchWorkItem = Platform.DispatchWorkItem
typealias NotificationCenter = Platform.NotificationCenter
typealias NSLock = Platform.NSLock
typealias Operation = Platform.Operation
typealias OperationQueue = Platform.OperationQueue
typealias Thread = Platform.Thread
typealias Timer = Platform.Timer

func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try Platform.autoreleasepool(invoking: body)
}

@discardableResult
func sleep(_ seconds: UInt32, file: StaticString = #fileID, line: UInt = #line) -> UInt32 {
  Thread.sleep(forTimeInterval: Double(seconds), file: file, line: line)
  return 0
}

@discardableResult
func usleep(_ microseconds: UInt32, file: StaticString = #fileID, line: UInt = #line) -> Int32 {
  Thread.sleep(forTimeInterval: Double(microseconds) / 1e6, file: file, line: line)
  return 0
}
