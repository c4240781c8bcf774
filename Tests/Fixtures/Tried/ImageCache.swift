import Foundation

final class ImageCache {
  static let shared = ImageCache()
  private let lock = NSLock()
  private var images: [String: Data] = [:]
  private var waiting: [String: [(Data) -> Void]] = [:]
  private let queue = DispatchQueue(label: "decode", attributes: .concurrent)
  private(set) var loads = 0

  func image(_ name: String, _ done: @escaping (Data) -> Void) {
    lock.lock()
    if let image = images[name] {
      lock.unlock()
      done(image)
      return
    }
    waiting[name, default: []].append(done)
    let isFirst = waiting[name]!.count == 1
    lock.unlock()
    guard isFirst else { return }
    queue.async { self.load(name) }
  }

  private func load(_ name: String) {
    let image = Data(name.utf8)
    loads += 1
    lock.lock()
    images[name] = image
    let all = waiting.removeValue(forKey: name) ?? []
    lock.unlock()
    for done in all { done(image) }
  }

  func prefetch(_ names: [String]) {
    Task {
      for name in names { image(name) { _ in } }
    }
  }
}

func scenario(_ s: Stage) {
  let cache = ImageCache.shared
  s.thread("A") { cache.image("cat") { _ in } }
  s.thread("B") { cache.image("dog") { _ in } }
  cache.prefetch(["cat"])
  s.expect("loads each once") { cache.loads == 2 }
}
