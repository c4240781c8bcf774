import CoreData
import Foundation

/// Objects on show for other workers, who may ask for their IDs and for nothing else.
final class Board: @unchecked Sendable {
  // @unchecked Sendable because the objects lie behind the lock, and of an object that is handed
  // out nothing but the ID is read, which is allowed on every thread.
  private let lock = NSLock()
  private var objects: [NSManagedObject] = []
  private var next = 0
  private static let size = 64

  func show(_ object: NSManagedObject) {
    lock.withLock {
      if objects.count < Self.size { return objects.append(object) }
      objects[next] = object
      next = (next + 1) % Self.size
    }
  }

  var all: [NSManagedObject] { lock.withLock { objects } }

  func clear() { lock.withLock { objects = [] } }
}
