// What a file uses of modules that Linux lacks, so that it can be tried as it is. Each says of which
// modules it is; it is compiled only where one of these is imported.
import ControlledDispatch
import Foundation

// of os
typealias OSAllocatedUnfairLock = Platform.OSAllocatedUnfairLock

// of os, OSLog
/// Says nothing.
public struct Logger: Sendable {
  public init(subsystem: String = "", category: String = "") {}
  public func log(_ message: OSLogMessage) {}
  public func debug(_ message: OSLogMessage) {}
  public func info(_ message: OSLogMessage) {}
  public func notice(_ message: OSLogMessage) {}
  public func warning(_ message: OSLogMessage) {}
  public func error(_ message: OSLogMessage) {}
  public func fault(_ message: OSLogMessage) {}
}

// of os, OSLog
public struct OSLogMessage: ExpressibleByStringInterpolation {
  public enum Privacy { case `public`, `private`, sensitive, auto }
  public struct StringInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation<Value>(_ value: Value, privacy: Privacy = .auto) {}
  }
  public init(stringLiteral: String) {}
  public init(stringInterpolation: StringInterpolation) {}
}

// of UIKit, SwiftUI
/// Holds bytes, and shows nothing.
public class UIImage: NSObject, @unchecked Sendable {
  public let bytes: Data
  public override init() { bytes = Data() }
  public init?(data: Data) { bytes = data }
  public func pngData() -> Data? { bytes }
  public func jpegData(compressionQuality: Double) -> Data? { bytes }
}

// of AppKit
/// Holds bytes, and shows nothing.
public class NSImage: NSObject, @unchecked Sendable {
  public let bytes: Data
  public override init() { bytes = Data() }
  public init?(data: Data) { bytes = data }
}

// of SwiftUI
/// Has a name, and shows nothing.
public struct Image: Hashable, Sendable {
  public let name: String
  public init(_ name: String) { self.name = name }
  public init(systemName name: String) { self.name = name }
  public init(decorative name: String) { self.name = name }
}

// of Combine, SwiftUI
public protocol ObservableObject: AnyObject {}

// of Combine, SwiftUI
/// Keeps its value; nothing is published.
@propertyWrapper public struct Published<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public init(initialValue: Value) { wrappedValue = initialValue }
  @available(*, unavailable, message: "not controlled: publishers of Combine; call a closure")
  public var projectedValue: Never { fatalError() }
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
