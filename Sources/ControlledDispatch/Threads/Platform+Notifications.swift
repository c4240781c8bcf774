public import Foundation
internal import Interleaving

extension Platform {
  /// A centre for notifications. Each run begins with one that knows no observers.
  ///
  /// The default one hears what code posts that was not compiled with these names, as contexts do:
  /// all goes through Foundation's own, and is delivered in the order in which observers were added.
  public final class NotificationCenter: Sendable {
    public static let `default` = NotificationCenter(isDefault: true)

    private let isDefault: Bool
    private let desk: PerRun<ObserverDesk>

    private init(isDefault: Bool) {
      self.isDefault = isDefault
      desk = PerRun { ObserverDesk($0, hearsOthers: isDefault) }
    }

    public convenience init() { self.init(isDefault: false) }

    /// As there, the poster of a notification waits until it is delivered on `queue`.
    @preconcurrency
    public func addObserver(
      forName name: NSNotification.Name?, object: Any?, queue: OperationQueue?,
      file: StaticString = #fileID, line: UInt = #line,
      using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
      let token = NSObject()
      let desk = step(.write, "adds an observer", file, line)
      desk.observers.append(
        ObserverDesk.Observer(
          token: token, name: name, sender: object as AnyObject?, hasSender: object != nil,
          queue: queue, block: block))
      return token
    }

    public func removeObserver(
      _ observer: Any, file: StaticString = #fileID, line: UInt = #line
    ) {
      removeObserver(observer, name: nil, object: nil, file: file, line: line)
    }

    /// As it is handed on: `tokens.forEach(centre.removeObserver)`.
    @_disfavoredOverload public func removeObserver(_ observer: Any) {
      removeObserver(observer, file: #fileID, line: #line)
    }

    public func removeObserver(
      _ observer: Any, name: NSNotification.Name?, object: Any?, file: StaticString = #fileID,
      line: UInt = #line
    ) {
      let desk = step(.write, "removes an observer", file, line)
      desk.observers.removeAll { one in
        one.token === observer as AnyObject && (name == nil || one.name == name)
      }
    }

    public func post(
      _ notification: Notification, file: StaticString = #fileID, line: UInt = #line
    ) {
      let desk = step(.read, "posts \(notification.name.rawValue)", file, line)
      if isDefault {
        Foundation.NotificationCenter.default.post(notification)
      } else {
        desk.deliver(notification)
      }
    }

    public func post(
      name: NSNotification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil,
      file: StaticString = #fileID, line: UInt = #line
    ) {
      post(
        Notification(name: name, object: object, userInfo: userInfo), file: file, line: line)
    }

    private func step(
      _ kind: AccessKind, _ words: @autoclosure () -> String, _ file: StaticString, _ line: UInt
    ) -> ObserverDesk {
      let desk = desk.current
      Runtime.current.accessUnderItsLock(desk.resource, kind, words(), file: file, line: line)
      return desk
    }
  }
}

/// The observers of one centre in one run.
private final class ObserverDesk: @unchecked Sendable {
  // @unchecked Sendable because a run has one thread going at a time, and what is ours to keep is
  // changed between two steps only.
  struct Observer {
    let token: NSObject
    let name: NSNotification.Name?
    weak var sender: AnyObject?
    let hasSender: Bool
    let queue: Platform.OperationQueue?
    let block: (Notification) -> Void

    func wants(_ note: Notification) -> Bool {
      guard name == nil || name == note.name else { return false }
      return !hasSender || sender != nil && sender === note.object as AnyObject?
    }
  }

  let resource: Resource
  var observers: [Observer] = []
  private var ear: (any NSObjectProtocol)?

  init(_ runtime: Runtime, hearsOthers: Bool) {
    resource = runtime.resource("observers", guardsItself: true)
    guard hearsOthers else { return }
    ear = Foundation.NotificationCenter.default.addObserver(
      forName: nil, object: nil, queue: nil
    ) { [weak self, weak runtime] note in
      // A run's observers hear nothing of another run.
      if Runtime.current === runtime { self?.deliver(note) }
    }
  }

  deinit { ear.map(Foundation.NotificationCenter.default.removeObserver) }

  func deliver(_ note: Notification) {
    for observer in observers where observer.wants(note) {
      guard let queue = observer.queue else {
        observer.block(note)
        continue
      }
      queue.runAndWait { observer.block(note) }
    }
  }
}
