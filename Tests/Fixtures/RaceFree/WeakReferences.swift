import Foundation
import Synchronization

private final class Screen: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  var updates: Int { lock.withLock { count } }
  func update() { lock.withLock { count += 1 } }
}

/// A delegate that is read and set under a lock.
private final class LockedLoader: @unchecked Sendable {
  private let lock = NSLock()
  private weak var screen: Screen?
  func show(on screen: Screen?) { lock.withLock { self.screen = screen } }
  func load() { lock.withLock { screen }?.update() }
}

func scenarioDelegateUnderALock(_ s: Stage) {
  let (screen, loader) = (Screen(), LockedLoader())
  s.thread("loads") { loader.load() }
  s.thread("shows") { loader.show(on: screen) }
}

/// A delegate that is main's alone.
private final class MainLoader: @unchecked Sendable {
  weak var screen: Screen?
  func load() {
    DispatchQueue.global().async { [weak self] in
      DispatchQueue.main.async { self?.screen?.update() }
    }
  }
}

func scenarioDelegateOfMain(_ s: Stage) {
  let (screen, loader) = (Screen(), MainLoader())
  loader.screen = screen
  loader.load()
  s.expect("updated") { withExtendedLifetime(loader) { screen.updates == 1 } }
}

/// A weak reference in a value that is handed on.
private struct Listener {
  weak var screen: Screen?
}

func scenarioListenersHandedOn(_ s: Stage) {
  let screens = [Screen(), Screen()]
  let listeners = screens.map { Listener(screen: $0) }
  for listener in listeners {
    s.thread("tells") { [listener] in
      let mine = listener
      mine.screen?.update()
    }
  }
  s.expect("each once") { screens.map(\.updates) == [1, 1] }
}

func scenarioWeakSelfInATask(_ s: Stage) async {
  let screen = Screen()
  let first = Task { [weak screen] in screen?.update() }
  let second = Task { [weak screen] in screen?.update() }
  await first.value
  await second.value
  s.expect("twice") { screen.updates == 2 }
}
