import Foundation
import Synchronization

private final class Screen: Sendable {
  private let updates = Mutex(0)
  func update() { updates.withLock { $0 += 1 } }
}

private final class Loader: @unchecked Sendable {
  weak var screen: Screen?
  func load() { screen?.update() }
}

func scenarioADelegateSetWhileItIsRead(_ s: Stage) {
  let (screen, loader) = (Screen(), Loader())
  DispatchQueue.global().async { loader.load() }
  loader.screen = screen
}

func scenarioADelegateTakenAway(_ s: Stage) {
  let (screen, loader) = (Screen(), Loader())
  loader.screen = screen
  s.thread("loads") { loader.load() }
  s.thread("closes") { loader.screen = nil }
  s.expect("kept") { withExtendedLifetime(screen) { true } }
}

func scenarioTwoDelegates(_ s: Stage) {
  let (screens, loader) = ([Screen(), Screen()], Loader())
  for screen in screens { s.thread("opens") { loader.screen = screen } }
  s.expect("kept") { withExtendedLifetime(screens) { true } }
}

func scenarioDeliveriesOfTwoPosters(_ s: Stage) {
  let name = Notification.Name("news")
  var seen = 0
  let queue = OperationQueue()
  let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: queue) {
    _ in seen += 1
  }
  for _ in 1...2 {
    s.thread("posts") { NotificationCenter.default.post(name: name, object: nil) }
  }
  s.expect("kept") { withExtendedLifetime((token, queue)) { true } }
}
