internal import CoreData
internal import Foundation

/// Keeps what each context announced when it last saved.
final class LastSaves: @unchecked Sendable {
  // @unchecked Sendable because `notifications` is touched only under `lock`.
  private let lock = NSLock()
  private var notifications: [ObjectIdentifier: Notification] = [:]
  private var observer: (any NSObjectProtocol)?

  init() {
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
    ) { [weak self] notification in
      guard let context = notification.object as? NSManagedObjectContext else { return }
      self?.keep(notification, of: context)
    }
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  func save(of context: NSManagedObjectContext) -> Notification? {
    lock.withLock { notifications[ObjectIdentifier(context)] }
  }

  private func keep(_ notification: Notification, of context: NSManagedObjectContext) {
    lock.withLock { notifications[ObjectIdentifier(context)] = notification }
  }
}
