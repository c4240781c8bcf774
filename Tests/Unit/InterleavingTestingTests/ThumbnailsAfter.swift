import Foundation
import Interleaving

/// Keeps the thumbnails that were used last, and loads each of them once.
final class ThumbnailsAfter: @unchecked Sendable {
  private let condition: Condition
  private let capacity: Int
  private let load: (String) -> Data
  private var images: [String: Data] = [:]
  /// The names of the images, the one that was not used for longest first.
  private var order: [String] = []
  /// The names of those that some thread loads now.
  private var loading: Set<String> = []

  init(
    capacity: Int, in runtime: Runtime = .current, load: @escaping (String) -> Data
  ) {
    self.capacity = capacity
    self.load = load
    condition = runtime.condition("thumbnails")
  }

  func image(_ name: String) -> Data {
    if let known = known(name) { return known }
    let image = load(name)
    keep(image, name)
    return image
  }

  /// Nil if the caller is to load it.
  private func known(_ name: String) -> Data? {
    condition.withLock {
      while loading.contains(name) { condition.wait() }
      guard let image = images[name] else {
        loading.insert(name)
        return nil
      }
      order.removeAll { $0 == name }
      order.append(name)
      return image
    }
  }

  private func keep(_ image: Data, _ name: String) {
    condition.withLock {
      images[name] = image
      order.append(name)
      while order.count > capacity { images[order.removeFirst()] = nil }
      loading.remove(name)
      condition.broadcast()
    }
  }

  /// Forgets everything, as when memory is short.
  func removeAll() {
    condition.withLock {
      images.removeAll()
      order.removeAll()
    }
  }

  var count: Int { condition.withLock { images.count } }
}
