internal import Interleaving

extension Platform {
  /// `AsyncStream`, whose values are steps of the scheduler.
  public struct AsyncStream<Element: Sendable>: AsyncSequence, Sendable {
    /// Brings values.
    public struct Continuation: Sendable {
      public typealias BufferingPolicy = StreamBufferingPolicy
      public typealias YieldResult = StreamYieldResult<Element>
      /// How the stream ended.
      public enum Termination: Hashable, Sendable { case finished, cancelled }

      fileprivate let stream: PerRun<SharedStream<Element>>

      /// Brings a value.
      @discardableResult
      public func yield(
        _ value: Element, file: StaticString = #fileID, line: UInt = #line
      ) -> YieldResult {
        YieldResult(stream.current.yield(value, file: file, line: line))
      }

      /// Brings a value that says nothing.
      @discardableResult
      public func yield(
        file: StaticString = #fileID, line: UInt = #line
      ) -> YieldResult where Element == Void {
        yield((), file: file, line: line)
      }

      /// Brings the value of a result.
      @discardableResult
      public func yield(
        with result: Result<Element, Never>, file: StaticString = #fileID, line: UInt = #line
      ) -> YieldResult {
        switch result {
        case .success(let value): yield(value, file: file, line: line)
        }
      }

      /// Ends the stream.
      public func finish(file: StaticString = #fileID, line: UInt = #line) {
        stream.current.finish(file: file, line: line)
      }

      /// Is told of the end, once.
      public var onTermination: (@Sendable (Termination) -> Void)? {
        @available(*, unavailable, message: "not controlled: reading onTermination; keep it")
        get { nil }
        nonmutating set {
          guard let heard = newValue else { return stream.current.tellOfEnd(nil) }
          stream.current.tellOfEnd { isCancelled, _ in
            heard(isCancelled ? .cancelled : .finished)
          }
        }
      }
    }

    private let stream: PerRun<SharedStream<Element>>
    private let life: StreamLife
    private let produce: (@Sendable () async -> Element?)?

    /// A stream whose values `produce` makes when they are asked for.
    public init(
      unfolding produce: @escaping @Sendable () async -> Element?,
      onCancel: (@Sendable () -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) {
      let stream = shared(
        StreamBufferingPolicy.unbounded, of: Element.self, SourcePlace(file: file, line: line))
      (self.stream, self.produce) = (stream, produce)
      life = StreamLife { onCancel?() }
    }

    /// A stream into which `build` brings values, now or later.
    public init(
      _ type: Element.Type = Element.self,
      bufferingPolicy: Continuation.BufferingPolicy = .unbounded,
      file: StaticString = #fileID, line: UInt = #line, _ build: (Continuation) -> Void
    ) {
      let stream = shared(
        bufferingPolicy, of: Element.self, SourcePlace(file: file, line: line))
      (self.stream, produce) = (stream, nil)
      life = StreamLife { stream.current.leave() }
      build(Continuation(stream: stream))
    }

    /// A stream, and what brings it values.
    public static func makeStream(
      of type: Element.Type = Element.self,
      bufferingPolicy: Continuation.BufferingPolicy = .unbounded,
      file: StaticString = #fileID, line: UInt = #line
    ) -> (stream: Self, continuation: Continuation) {
      var made: Continuation?
      let stream = Self(bufferingPolicy: bufferingPolicy, file: file, line: line) { made = $0 }
      return (stream, made!)
    }

    /// Reads the values, one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let stream: SharedStream<Element>
      fileprivate let life: StreamLife
      fileprivate let produce: (@Sendable () async -> Element?)?

      public mutating func next() async -> Element? { await next(isolation: nil) }

      public mutating func next(isolation: isolated (any Actor)?) async -> Element? {
        guard let produce else { return await stream.next(isolation: isolation) }
        return Task.isCancelled ? nil : await produce()
      }
    }

    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(stream: stream.current, life: life, produce: produce)
    }
  }

  /// `AsyncThrowingStream`, whose values and whose error are steps of the scheduler.
  public struct AsyncThrowingStream<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
    fileprivate typealias Shared = SharedStream<Result<Element, Failure>>

    /// Brings values.
    public struct Continuation: Sendable {
      public typealias BufferingPolicy = StreamBufferingPolicy
      public typealias YieldResult = StreamYieldResult<Element>
      /// How the stream ended.
      public enum Termination: Sendable {
        case finished(Failure?)
        case cancelled
      }

      fileprivate let stream: PerRun<Shared>

      /// Brings a value.
      @discardableResult
      public func yield(
        _ value: Element, file: StaticString = #fileID, line: UInt = #line
      ) -> YieldResult {
        YieldResult(stream.current.yield(.success(value), file: file, line: line))
      }

      /// Brings a value that says nothing.
      @discardableResult
      public func yield(
        file: StaticString = #fileID, line: UInt = #line
      ) -> YieldResult where Element == Void {
        yield((), file: file, line: line)
      }

      /// Brings a value, or ends the stream with an error.
      @discardableResult
      public func yield(
        with result: Result<Element, Failure>, file: StaticString = #fileID, line: UInt = #line
      ) -> YieldResult {
        switch result {
        case .success(let value): return yield(value, file: file, line: line)
        case .failure(let error):
          finish(throwing: error, file: file, line: line)
          return .terminated
        }
      }

      /// Ends the stream, with an error or without.
      public func finish(
        throwing error: Failure? = nil, file: StaticString = #fileID, line: UInt = #line
      ) {
        stream.current.finish(with: error.map(Result.failure), file: file, line: line)
      }

      /// Is told of the end, once.
      public var onTermination: (@Sendable (Termination) -> Void)? {
        @available(*, unavailable, message: "not controlled: reading onTermination; keep it")
        get { nil }
        nonmutating set {
          guard let heard = newValue else { return stream.current.tellOfEnd(nil) }
          stream.current.tellOfEnd { isCancelled, last in
            heard(isCancelled ? .cancelled : .finished(last?.error))
          }
        }
      }
    }

    private let stream: PerRun<Shared>
    private let life: StreamLife

    /// A stream into which `build` brings values, now or later.
    public init(
      _ type: Element.Type = Element.self,
      bufferingPolicy: Continuation.BufferingPolicy = .unbounded,
      file: StaticString = #fileID, line: UInt = #line, _ build: (Continuation) -> Void
    ) where Failure == any Error {
      let stream = shared(
        bufferingPolicy, of: Result<Element, Failure>.self, SourcePlace(file: file, line: line))
      self.stream = stream
      life = StreamLife { stream.current.leave() }
      build(Continuation(stream: stream))
    }

    /// A stream, and what brings it values.
    public static func makeStream(
      of type: Element.Type = Element.self, throwing failure: Failure.Type = Failure.self,
      bufferingPolicy: Continuation.BufferingPolicy = .unbounded,
      file: StaticString = #fileID, line: UInt = #line
    ) -> (stream: Self, continuation: Continuation) where Failure == any Error {
      var made: Continuation?
      let stream = Self(bufferingPolicy: bufferingPolicy, file: file, line: line) { made = $0 }
      return (stream, made!)
    }

    /// Reads the values, one after the other.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate let stream: Shared
      fileprivate let life: StreamLife

      public mutating func next() async throws -> Element? {
        try await stream.next(isolation: nil)?.get()
      }

      public mutating func next(
        isolation: isolated (any Actor)?
      ) async throws(Failure) -> Element? {
        try await stream.next(isolation: isolation)?.get()
      }
    }

    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(stream: stream.current, life: life)
    }
  }

  /// Which values a stream keeps for a reader that is late.
  public enum StreamBufferingPolicy: Sendable {
    case unbounded
    case bufferingOldest(Int)
    case bufferingNewest(Int)

    fileprivate var keeping: StreamKeeping {
      switch self {
      case .unbounded: .all
      case .bufferingOldest(let count): .oldest(count)
      case .bufferingNewest(let count): .newest(count)
      }
    }
  }

  /// What became of a value that was brought to a stream.
  public enum StreamYieldResult<Element: Sendable>: Sendable {
    case enqueued(remaining: Int)
    case dropped(Element)
    case terminated
  }
}

extension Platform.StreamYieldResult {
  fileprivate init(_ arrival: StreamArrival<Element>) {
    switch arrival {
    case .kept(let room): self = .enqueued(remaining: room)
    case .dropped(let element): self = .dropped(element)
    case .ended: self = .terminated
    }
  }

  fileprivate init<Failure>(_ arrival: StreamArrival<Result<Element, Failure>>) {
    switch arrival {
    case .kept(let room): self = .enqueued(remaining: room)
    case .dropped(.success(let element)): self = .dropped(element)
    case .dropped(.failure), .ended: self = .terminated
    }
  }
}

extension Result {
  fileprivate var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// Held by a stream and by those who read it, and not by who brings values: when it goes, the stream has
/// been left.
private final class StreamLife: Sendable {
  private let whenLeft: @Sendable () -> Void

  init(whenLeft: @escaping @Sendable () -> Void) { self.whenLeft = whenLeft }

  deinit { if !Runtime.current.isUnwinding { whenLeft() } }
}

private func shared<Element>(
  _ policy: Platform.StreamBufferingPolicy, of type: Element.Type, _ place: SourcePlace
) -> PerRun<SharedStream<Element>> {
  PerRun { runtime in
    runtime.stream(
      "at \(place)", of: Element.self, mayStayUnread: true, keeping: policy.keeping,
      file: place.file, line: place.line)
  }
}
