// What a file uses of modules that Linux lacks, so that it can be tried as it is. Each says of which
// modules it is; it is compiled only where one of these is imported.
import ControlledDispatch
import Foundation

// of os
typealias OSAllocatedUnfairLock = Platform.OSAllocatedUnfairLock

// of os, OSLog
/// Says nothing.
struct Logger: Sendable {
  init(subsystem: String = "", category: String = "") {}
  func log(_ message: OSLogMessage) {}
  func debug(_ message: OSLogMessage) {}
  func info(_ message: OSLogMessage) {}
  func notice(_ message: OSLogMessage) {}
  func warning(_ message: OSLogMessage) {}
  func error(_ message: OSLogMessage) {}
  func fault(_ message: OSLogMessage) {}
}

// of os, OSLog
struct OSLogMessage: ExpressibleByStringInterpolation {
  enum Privacy { case `public`, `private`, sensitive, auto }
  struct StringInterpolation: StringInterpolationProtocol {
    init(literalCapacity: Int, interpolationCount: Int) {}
    mutating func appendLiteral(_ literal: String) {}
    mutating func appendInterpolation<Value>(_ value: Value, privacy: Privacy = .auto) {}
  }
  init(stringLiteral: String) {}
  init(stringInterpolation: StringInterpolation) {}
}

// of UIKit, SwiftUI
/// Holds bytes, and shows nothing.
class UIImage: NSObject, @unchecked Sendable {
  let bytes: Data
  override init() { bytes = Data() }
  init?(data: Data) { bytes = data }
  func pngData() -> Data? { bytes }
  func jpegData(compressionQuality: Double) -> Data? { bytes }
}

// of AppKit
/// Holds bytes, and shows nothing.
class NSImage: NSObject, @unchecked Sendable {
  let bytes: Data
  override init() { bytes = Data() }
  init?(data: Data) { bytes = data }
}

// of Combine, SwiftUI
protocol ObservableObject: AnyObject {}

// of Combine, SwiftUI
/// Keeps its value; nothing is published.
@propertyWrapper struct Published<Value> {
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  init(initialValue: Value) { wrappedValue = initialValue }
  @available(*, unavailable, message: "not controlled: publishers of Combine; call a closure")
  var projectedValue: Never { fatalError() }
}

// of Combine
@available(*, unavailable, message: "not controlled: publishers of Combine; call a closure")
typealias PassthroughSubject = Never

// of Combine
@available(*, unavailable, message: "not controlled: publishers of Combine; call a closure")
typealias CurrentValueSubject = Never

// of Combine
@available(*, unavailable, message: "not controlled: publishers of Combine; call a closure")
typealias AnyCancellable = Never
