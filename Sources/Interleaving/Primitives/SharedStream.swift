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
  private let keeping: StreamKeeping
  private let home: Home
  private let resource: Resource
  private let mutex = Mutex<Void>(())
  private var buffer: [Element] = []
  private var isFinished = false
  private var readers: [Reader] = []
  /// Is told of the end, once; the flag says whether a reader was cancelled.
  private var whenEnded: (@Sendable (_ byCancelling: Bool, _ last: Element?) -> Void)?

  /// Who asked when nothing was there. What is brought then is its own, also before it waits.
  private final class Reader {
    var continuation: UnsafeContinuation<Element?, Never>?
    var answer: Element??
    /// When it was answered.
    var moment: Int?
  }

  fileprivate init(
    _ name: String, in runtime: Runtime, mayStayUnread: Bool, keeping: StreamKeeping,
    at place: SourcePlace
  ) {
    self.name = name
    self.mayStayUnread = mayStayUnread
    self.keeping = keeping
    self.runtime = runtime
    resource = runtime.core.makeResource(name, guardsItself: true, isCell: false)
    home = Home(runtime: runtime.core.number, kind: "stream", place: place)
  }

  /// Brings a value. After the end it is lost, and so is one that there is no room for.
  ///
  /// - Parameters:
  ///   - element: The value.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: What became of it.
  @discardableResult
  public func yield(
    _ element: Element, file: StaticString = #fileID, line: UInt = #line
  ) -> StreamArrival<Element> {
    step("brings stream \(name) a value", SourcePlace(file: file, line: line))
    runtime.core.give(resource)
    let moment = runtime.core.moment()
    let (waiting, arrival) = mutex.withLock {
      _ -> (UnsafeContinuation<Element?, Never>?, StreamArrival<Element>) in
      guard !isFinished else { return (nil, .ended) }
      guard !readers.isEmpty else { return (nil, keep(element)) }
      return (Self.answer(readers.removeFirst(), element, moment), .kept(room: keeping.limit))
    }
    waiting?.resume(returning: element)
    return arrival
  }

  private func keep(_ element: Element) -> StreamArrival<Element> {
    guard buffer.count >= keeping.limit else {
      buffer.append(element)
      return .kept(room: keeping.limit - (keeping.limit == .max ? 0 : buffer.count))
    }
    guard case .newest = keeping, !buffer.isEmpty else { return .dropped(element) }
    buffer.append(element)
    return .dropped(buffer.removeFirst())
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
    finish(with: nil, file: file, line: line)
  }

  /// Ends the stream with a last value, which nothing comes after and no room is asked for.
  package func finish(with last: Element?, file: StaticString, line: UInt) {
    step("ends stream \(name)", SourcePlace(file: file, line: line))
    runtime.core.give(resource)
    end(with: last, byCancelling: false)
  }

  /// Ends the stream because nothing is there any more that could read it.
  package func leave() {
    guard mutex.withLock({ _ in !isFinished && whenEnded != nil }) else { return }
    step("leaves stream \(name)", home.place)
    end(byCancelling: true)
  }

  /// Has `handler` told of the end. A stream that has ended tells it nothing.
  package func tellOfEnd(
    _ handler: (@Sendable (_ byCancelling: Bool, _ last: Element?) -> Void)?
  ) {
    step("says who hears of the end of stream \(name)", home.place)
    runtime.core.give(resource)
    mutex.withLock { _ in whenEnded = handler }
  }

  private func end(with last: Element? = nil, byCancelling: Bool) {
    runtime.core.take(resource)
    let told = mutex.withLock { _ in
      defer { whenEnded = nil }
      return whenEnded
    }
    if byCancelling { told?(true, nil) }
    let moment = runtime.core.moment()
    let waiting = mutex.withLock { _ in
      isFinished ? [] : finished(with: last, at: moment)
    }
    for (reader, answer) in waiting { reader.resume(returning: answer) }
    if !byCancelling { told?(false, last) }
  }

  /// Who is to be resumed, and with what: the first that waits has the last value.
  private func finished(
    with last: Element?, at moment: Int?
  ) -> [(UnsafeContinuation<Element?, Never>, Element?)] {
    isFinished = true
    if let last, readers.isEmpty { buffer.append(last) }
    defer { readers = [] }
    return readers.enumerated().compactMap { index, reader in
      let answer = index == 0 ? last : nil
      return Self.answer(reader, answer, moment).map { ($0, answer) }
    }
  }

  /// The next value, once there is one; nil at the end. A reader that is cancelled ends the stream.
  public func next(
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line
  ) async -> Element? {
    let place = SourcePlace(file: file, line: line)
    step("asks stream \(name) for a value", place)
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
      // A step of its own: a value may come before it or after.
      step("ends stream \(name)", place)
      runtime.core.give(resource)
      end(byCancelling: true)
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

/// Which values a stream keeps that were not read yet.
public enum StreamKeeping: Hashable, Sendable {
  /// All of them.
  case all
  /// So many; what comes when there is no room is dropped.
  case oldest(Int)
  /// So many; when there is no room, the oldest is dropped.
  case newest(Int)

  fileprivate var limit: Int {
    switch self {
    case .all: .max
    case .oldest(let count), .newest(let count): max(count, 0)
    }
  }
}

/// What became of a value that was brought to a stream.
public enum StreamArrival<Element: Sendable>: Sendable {
  /// It goes to a reader, or is kept; there is room for so many more.
  case kept(room: Int)
  /// There was no room for this one: the new one, or the oldest.
  case dropped(Element)
  /// The stream had ended.
  case ended
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
  ///   - keeping: Which values are kept that were not read yet.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public func stream<Element: Sendable>(
    _ name: String, of type: Element.Type, mayStayUnread: Bool = false,
    keeping: StreamKeeping = .all, file: StaticString = #fileID, line: UInt = #line
  ) -> SharedStream<Element> {
    SharedStream(
      name, in: self, mayStayUnread: mayStayUnread, keeping: keeping,
      at: SourcePlace(file: file, line: line))
  }
}
