internal import Dispatch
internal import Glibc

/// A run that is over while threads of it still wait: none of them comes back into the program.
///
///     producer (ended)          consumer
///                               waits for a signal that no thread can send
///     (the run is over)         sleeps for good: were it woken, it would take from an empty list
///
/// Swift has no way of leaving a function that does not throw but to return from it, so such a
/// thread keeps its stack and what is on it. A run that was only given up by the strategy goes on to
/// its own end instead.
extension ControlledCore {
  var parksStuck: Bool { runner.parksStuck }

  /// Parks all threads that wait. Who has the token goes on, if it is `running` where it hands
  /// something over to others; so do tasks that were idle when everything else had ended.
  func nextToFinish() -> VirtualThread? {
    guard isDoomed else { return nextToLetOut() }
    for thread in model.threads where thread.hasStack && thread !== handsOver {
      lose(thread)
      thread.worker!.wake.signal()
    }
    return handsOver?.hasStack == true ? handsOver : nil
  }

  /// `thread`, which has the token, is at an operation, and there is no thread to give the token to.
  func restIfDoomed(_ thread: VirtualThread) {
    guard parksStuck else { return }
    switch stage {
    case .unwinding where thread.phase == .ended:
      endWithoutNext()
      Self.sleepForGood()
    case .abandoned: Self.sleepForGood()
    default: break
    }
  }

  /// The calling thread begins an operation in a run that is over. With everything else of the
  /// program at its end it may go on; else it has gone as far as it goes.
  func parkIfDoomed() {
    guard parksStuck, isDoomed || stage == .abandoned,
      let thread = ThreadState.virtual, thread.isOf(self)
    else { return }
    guard stage == .unwinding else { Self.sleepForGood() }
    lose(thread)
    endWithoutNext()
    Self.sleepForGood()
  }

  /// The same before an operation that waits.
  func parkBeforeWaiting() {
    guard parksStuck, stage == .unwinding,
      let thread = ThreadState.virtual, thread.isOf(self)
    else { return }
    park(thread)
  }

  /// The kernel looks for the waiters of a lock among those of other locks: thousands of threads that
  /// sleep in one each would slow down every other wait of the process. So this is no lock.
  static func sleepForGood() -> Never {
    while true { Glibc.pause() }
  }
}

extension RunModel {
  /// How far a run had come. A class, as each choice asks whether there is one.
  final class Mark {
    let steps: Int
    let record: RunRecord

    init(_ model: RunModel) { (steps, record) = (model.steps.count, model.record) }
  }

  var mark: Mark { Mark(self) }

  /// Forgets what came after.
  func cut(to mark: Mark) {
    while steps.count > mark.steps {
      _ = steps.popLast()
      _ = places.popLast()
    }
    record = mark.record
  }
}
