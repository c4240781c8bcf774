import Foundation

// What one thread hands to another through a thing of the system's that has a lock of its own.

private final class Box: @unchecked Sendable {
  var value = 0
  init(_ value: Int) { self.value = value }
}

func scenarioPublishedInACache(_ s: Stage) {
  let cache = NSCache<NSString, Box>()
  s.thread("A") { cache.setObject(Box(1), forKey: "k") }
  s.thread("B") { if let box = cache.object(forKey: "k") { precondition(box.value == 1) } }
}

func scenarioPublishedToAnObserver(_ s: Stage) {
  let name = Notification.Name("published")
  s.thread("A") {
    let box = Box(1)
    _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
      precondition(box.value == 1)
    }
  }
  s.thread("B") { NotificationCenter.default.post(name: name, object: nil) }
}

func scenarioPublishedWithAQueue(_ s: Stage) {
  let (queue, key) = (DispatchQueue(label: "q"), DispatchSpecificKey<Box>())
  s.thread("A") { queue.setSpecific(key: key, value: Box(1)) }
  s.thread("B") { if let box = queue.getSpecific(key: key) { precondition(box.value == 1) } }
}

func scenarioPublishedToTheEndOfAStream(_ s: Stage) {
  let (_, feed) = AsyncStream<Int>.makeStream()
  s.thread("A") {
    let box = Box(1)
    feed.onTermination = { _ in precondition(box.value == 1) }
  }
  s.thread("B") { feed.finish() }
}

func scenarioPublishedToACompletion(_ s: Stage) {
  let (queue, operation) = (OperationQueue(), BlockOperation {})
  s.thread("A") {
    let box = Box(1)
    operation.completionBlock = { precondition(box.value == 1) }
  }
  s.thread("B") { queue.addOperation(operation) }
}
