extension TryStart.Template {
  /// One line about it.
  public var summary: String {
    switch self {
    case .queue: "a class that a serial queue guards"
    case .lock: "a cache behind a lock that is let go too early"
    case .actor: "an actor that forgets what may happen at an await"
    case .operation: "operations of which one needs the other"
    case .coredata: "two contexts that change the same object"
    case .nested: "a child context and its parent"
    }
  }

  /// A file that works, with something to find in it.
  public var text: String {
    switch self {
    case .queue: Self.queueText
    case .lock: Self.lockText
    case .actor: Self.actorText
    case .operation: Self.operationText
    case .coredata: Self.coreDataText
    case .nested: Self.nestedText
    }
  }

  private static let queueText = """
    import Foundation

    final class Balance {
      private let queue = DispatchQueue(label: "balance")
      private var amount = 100

      func withdraw(_ wanted: Int) {
        guard current >= wanted else { return }
        queue.async { self.amount -= wanted }
      }

      var current: Int { queue.sync { amount } }
    }

    func scenario(_ s: Stage) {
      let balance = Balance()
      s.thread("A") { balance.withdraw(80) }
      s.thread("B") { balance.withdraw(80) }
      s.expect("never below zero") { balance.current >= 0 }
    }

    """

  private static let lockText = """
    import Foundation

    final class ImageCache {
      private let lock = NSLock()
      private var images: [String: Data] = [:]
      private(set) var loads = 0

      func image(_ name: String) -> Data {
        lock.lock()
        let known = images[name]
        lock.unlock()
        if let known { return known }
        let image = Data(name.utf8)
        lock.withLock {
          loads += 1
          images[name] = image
        }
        return image
      }
    }

    func scenario(_ s: Stage) {
      let cache = ImageCache()
      s.thread("A") { _ = cache.image("cat") }
      s.thread("B") { _ = cache.image("cat") }
      s.expect("loads once") { cache.loads == 1 }
    }

    """

  private static let actorText = """
    actor Profiles {
      private var known: [String: String] = [:]
      private(set) var loads = 0

      func profile(_ name: String) async -> String {
        if let profile = known[name] { return profile }
        let profile = await load(name)
        known[name] = profile
        return profile
      }

      private func load(_ name: String) async -> String {
        loads += 1
        await Task.yield()
        return name.uppercased()
      }
    }

    func scenario(_ s: Stage) async {
      let profiles = Profiles()
      let first = Task { await profiles.profile("ann") }
      let second = Task { await profiles.profile("ann") }
      _ = await (first.value, second.value)
      s.expect("loads once", await profiles.loads == 1)
    }

    """

  private static let operationText = """
    import Foundation

    final class Report {
      private let lock = NSLock()
      private var lines: [String] = []
      func add(_ line: String) { lock.withLock { lines.append(line) } }
      var all: [String] { lock.withLock { lines } }
    }

    func scenario(_ s: Stage) {
      let report = Report()
      let queue = OperationQueue()
      let fetch = BlockOperation { report.add("fetched") }
      let show = BlockOperation { report.add("shown") }
      // show.addDependency(fetch)
      queue.addOperation(fetch)
      queue.addOperation(show)
      s.expect("fetched before shown") { report.all == ["fetched", "shown"] }
    }

    """
}
