import Foundation
import Synchronization

/// Lines written by several threads.
final class Journal: Sendable {
  private let kept = Mutex<[String]>([])
  func add(_ line: String) { kept.withLock { $0.append(line) } }
  var lines: [String] { kept.withLock { $0 } }
}

/// Keeps the notifications of one name and sender.
final class Listener: @unchecked Sendable {
  // @unchecked Sendable because what is kept is touched only under the lock.
  private let lock = NSLock()
  private var kept: [Notification] = []
  private var token: (any NSObjectProtocol)?

  init(_ name: Notification.Name, _ sender: Any?) {
    token = NotificationCenter.default.addObserver(forName: name, object: sender, queue: nil) {
      [weak self] notification in
      guard let self else { return }
      self.lock.withLock { self.kept.append(notification) }
    }
  }

  deinit { if let token { NotificationCenter.default.removeObserver(token) } }

  var notifications: [Notification] { lock.withLock { kept } }
}
