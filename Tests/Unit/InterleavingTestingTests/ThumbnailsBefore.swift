import Foundation
import Interleaving

/// Keeps the thumbnails that were used last.
final class ThumbnailsBefore: @unchecked Sendable {
  private let lock: Lock
  private let capacity: Int
  private let load: (String) -> Data
  private var images: [String: Data] = [:]
  /// The names of the images, the one that was not used for longest first.
  private var order: [String] = []

  init(
    capacity: Int, in runtime: Runtime = .current, load: @escaping (String) -> Data
  ) {
    self.capacity = capacity
    self.load = load
    lock = runtime.lock("thumbnails")
  }

  func image(_ name: String) -> Data {
    if let known = known(name) { return known }
    let image = load(name)
    keep(image, name)
    return image
  }

  private func known(_ name: String) -> Data? {
    lock.withLock {
      guard let image = images[name] else { return nil }
      use(name)
      return image
    }
  }

  private func keep(_ image: Data, _ name: String) {
    lock.withLock {
      images[name] = image
      order.append(name)
      while order.count > capacity { images[order.removeFirst()] = nil }
    }
  }

  private func use(_ name: String) {
    guard let index = order.firstIndex(of: name) else { return }
    order.append(order.remove(at: index))
  }

  /// Forgets everything, as when memory is short.
  func removeAll() {
    lock.withLock {
      images.removeAll()
      order.removeAll()
    }
  }

  var count: Int { lock.withLock { images.count } }
}
