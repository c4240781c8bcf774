/// The threads of this process that waited for a processor at one moment, or had one.
///
/// On a machine that many share, a thread may wait for longer than a program may be silent; and
/// whoever wants a lock that it holds sleeps as long.
struct HungryThreads {
  /// What each had computed, in nanoseconds.
  let computed: [Int32: Int]

  static var now: HungryThreads {
    var computed: [Int32: Int] = [:]
    for id in KernelThread.all where KernelThread(id)?.isReady == true {
      computed[id] = KernelThread.nanoseconds(of: id)
    }
    return HungryThreads(computed: computed)
  }

  /// Whether one of them waits later on and has not been given a processor since.
  func isHungry(among later: HungryThreads) -> Bool {
    computed.contains { later.computed[$0.key] == $0.value }
  }
}
