internal import Interleaving

extension Platform {
  /// `AsyncStream`, whose values are steps of the scheduler. It keeps all values that were not read
  /// yet.
  public struct AsyncStream<Element: Sendable>: AsyncSequence, Sendable {
    /// Brings values.
    public struct Continuation: Sendable {
      /// Which values are kept for a reader that is late.
      public enum BufferingPolicy: Sendable { case unbounded }
      /// What became of a value.
      public enum YieldResult: Sendable { case enqueued(remaining: Int) }

      fileprivate let stream: PerRun<SharedStream<Element>>

      /// Brings a value.
      @discardableResult
      public func yield(
        _ value: Element, file: StaticString = #fileID, line: UInt = #line
      ) -> YieldResult {
        stream.current.yield(value, file: file, line: line)
        return .enqueued(remaining: .max)
      }

      /// Brings a value that says nothing.
      @discardableResult
      public func yield(
        file: StaticString = #fileID, line: UInt = #line
      ) -> YieldResult where Element == Void {
        yield((), file: file, line: line)
      }

      /// Ends the stream.
      public func finish(file: StaticString = #fileID, line: UInt = #line) {
        stream.current.finish(file: file, line: line)
      }
    }

    private let stream: PerRun<SharedStream<Element>>

    /// A stream into which `build` brings values, now or later.
    public init(
      _ type: Element.Type = Element.self,
      bufferingPolicy: Continuation.BufferingPolicy = .unbounded,
      file: StaticString = #fileID, line: UInt = #line, _ build: (Continuation) -> Void
    ) {
      stream = PerRun { runtime in
        runtime.stream(
          "at \(SourcePlace(file: file, line: line))", of: Element.self, mayStayUnread: true,
          file: file, line: line)
      }
      build(Continuation(stream: stream))
    }

    /// A stream, and what brings it values.
    public static func makeStream(
      of type: Element.Type = Element.self,
      bufferingPolicy: Continuation.BufferingPolicy = .unbounded,
      file: StaticString = #fileID, line: UInt = #line
    ) -> (stream: Self, continuation: Continuation) {
      var made: Continuation?
      let stream = Self(file: file, line: line) { made = $0 }
      return (stream, made!)
    }

    /// Reads the values, one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let stream: SharedStream<Element>

      public mutating func next() async -> Element? { await stream.next(isolation: nil) }

      public mutating func next(isolation: isolated (any Actor)?) async -> Element? {
        await stream.next(isolation: isolation)
      }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: stream.current) }
  }
}
