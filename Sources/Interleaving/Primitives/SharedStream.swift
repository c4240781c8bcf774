internal import Synchronization

/// Values that tasks wait for and any thread may bring, in the order in which they are brought:
/// what `AsyncStream` is, and seen by the scheduler. One that was brought goes to one reader.
public final class SharedStream<Element: Sendable>: @unchecked Sendable {
  // @unchecked Sendable because what changes is touched only under `mutex`.
  /// Its name in reports.
  public let name: String
  private let runtime: Runtime
  /// Whether a reader may be waiting for the next value when the program ends.
  private let mayStayUnread: Bool
  private let home: Home
  private let resource: Resource
  private let mutex = Mutex<Void>(())
  private var buffer: [Element] = []
  private var isFinished = false
  private var readers: [Reader] = []

  /// Who asked when nothing was there. What is brought then is its own, also before it waits.
  private final class Reader {
    var continuation: UnsafeContinuation<Element?, Never>?
    var answer: Element??
    /// When it was answered.
    var moment: Int?
  }

  fileprivate init(
    _ name: String, in runtime: Runtime, mayStayUnread: Bool, at place: SourcePlace
  ) {
    self.name = name
    self.mayStayUnread = mayStayUnread
    self.runtime = runtime
    resource = runtime.core.makeResource(name, guardsItself: true, isCell: false)
    home = Home(runtime: runtime.core.number, kind: "stream", place: place)
  }

  /// Brings a value. After the end it is lost.
  ///
  /// - Parameters:
  ///   - element: The value.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func yield(
    _ element: Element, file: StaticString = #fileID, line: UInt = #line
  ) {
    step("brings stream \(name) a value", SourcePlace(file: file, line: line))
    runtime.core.give(resource)
    let moment = runtime.core.moment()
    let waiting = mutex.withLock { _ -> UnsafeContinuation<Element?, Never>? in
      guard !isFinished else { return nil }
      guard !readers.isEmpty else {
        buffer.append(element)
        return nil
      }
      return Self.answer(readers.removeFirst(), element, moment)
    }
    waiting?.resume(returning: element)
  }

  /// Who is to be resumed, if the reader waits already.
  private static func answer(
    _ reader: Reader, _ answer: Element?, _ moment: Int?
  ) -> UnsafeContinuation<Element?, Never>? {
    (reader.answer, reader.moment) = (.some(answer), moment)
    return reader.continuation
  }

  /// Ends the stream: who has read everything reads nil.
  public func finish(file: StaticString = #fileID, line: UInt = #line) {
    step("ends stream \(name)", SourcePlace(file: file, line: line))
    runtime.core.give(resource)
    end()
  }

  private func end() {
    let moment = runtime.core.moment()
    let waiting = mutex.withLock { _ in
      isFinished = true
      defer { readers = [] }
      return readers.compactMap { Self.answer($0, nil, moment) }
    }
    for reader in waiting { reader.resume(returning: nil) }
  }

  /// The next value, once there is one; nil at the end. A reader that is cancelled ends the stream.
  public func next(
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line
  ) async -> Element? {
    step("asks stream \(name) for a value", SourcePlace(file: file, line: line))
    defer { runtime.core.take(resource) }
    let reader = ask()
    if let there = reader.answer { return there }
    if mayStayUnread { ControlledCore.noteIdleTask(true) }
    defer { if mayStayUnread { ControlledCore.noteIdleTask(false) } }
    return await withTaskCancellationHandler {
      let answer = await withUnsafeContinuation { wait($0, as: reader) }
      runtime.core.come(after: reader.moment)
      return answer
    } onCancel: {
      end()
    }
  }

  /// A reader with what can be read without waiting, or one of those who wait.
  private func ask() -> Reader {
    let reader = Reader()
    mutex.withLock { _ in
      reader.answer = there
      if reader.answer == nil { readers.append(reader) }
    }
    return reader
  }

  private func wait(_ continuation: UnsafeContinuation<Element?, Never>, as reader: Reader) {
    let isAnswered = mutex.withLock { _ in
      reader.continuation = continuation
      return reader.answer != nil
    }
    if isAnswered { continuation.resume(returning: reader.answer!) }
  }

  /// What can be read without waiting.
  private var there: Element?? {
    if !buffer.isEmpty { return .some(buffer.removeFirst()) }
    return isFinished ? .some(nil) : nil
  }

  private func step(_ words: @autoclosure () -> String, _ place: SourcePlace) {
    home.check(name, at: place)
    runtime.access(resource, .write, words(), file: place.file, line: place.line)
  }
}

extension SharedStream: AsyncSequence {
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let stream: SharedStream

    public mutating func next() async -> Element? { await stream.next(isolation: nil) }

    public mutating func next(isolation: isolated (any Actor)?) async -> Element? {
      await stream.next(isolation: isolation)
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }
}

extension Runtime {
  /// A new stream of values.
  ///
  /// A task that waits for the next value when nothing else can go on never goes on, which is an
  /// error. If the stream `mayStayUnread`, that task is taken for one who serves requests, and may be
  /// left waiting.
  ///
  /// ```swift
  /// let saves = runtime.stream("saves", of: Int.self)
  /// runtime.task("reader") { for await number in saves { show(number) } }
  /// saves.yield(1)
  /// saves.finish()
  /// ```
  ///
  /// - Parameters:
  ///   - name: What reports call it.
  ///   - type: What the values are.
  ///   - mayStayUnread: Whether a reader may be waiting when everything else has ended.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func stream<Element: Sendable>(
    _ name: String, of type: Element.Type, mayStayUnread: Bool = false,
    file: StaticString = #fileID, line: UInt = #line
  ) -> SharedStream<Element> {
    SharedStream(
      name, in: self, mayStayUnread: mayStayUnread, at: SourcePlace(file: file, line: line))
  }
}
