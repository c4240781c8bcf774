import Interleaving
import Testing

struct RaceTests {
  @Test func `two accesses without an order are a race, with both places`() throws {
    let result = try explore("race", Programs.lostUpdate(times: 1))
    let race = try #require(result.races.first)
    #expect(race.resource == "counter")
    #expect(race.first.thread != race.second.thread)
    #expect(race.first.place.description.hasPrefix("Programs.swift"))
    #expect(result.failures.isEmpty)
  }

  @Test func `a lock, a queue, a signal and a join are orders`() throws {
    #expect(try explore("mutex", Programs.mutex(times: 2)).races.isEmpty)
    let result = try explore("ordered") { runtime in
      let x = runtime.cell("x", 0)
      let queue = runtime.queue("Q")
      let (done, ready) = (runtime.completion("done"), runtime.semaphore("ready"))
      queue.async {
        x.write(1)
        done.complete()
      }
      done.wait()
      x.write(2)
      runtime.thread("T") {
        x.write(3)
        ready.signal()
      }
      ready.wait()
      x.write(4)
      runtime.thread("U") { x.write(5) }.join()
      queue.sync { x.write(6) }
      runtime.main.async { x.write(7) }
    }
    #expect(result.races.isEmpty)
    #expect(result.schedules == 1)
  }

  /// ```
  /// A                       B
  /// x = 1
  /// fence?
  /// ready = true
  ///                         looks at ready
  ///                         fence?
  ///                         x
  /// ```
  @Test func `an atomic orders what its orderings and fences say`() throws {
    func races(
      _ store: AtomicOrdering, _ load: AtomicOrdering, fences: (Bool, Bool) = (false, false)
    ) throws -> Bool {
      let result = try explore("published") { runtime in
        let x = runtime.cell("x", 0)
        let ready = runtime.atomic("ready", false)
        runtime.thread("A") {
          x.write(1)
          if fences.0 { runtime.fence(.releasing) }
          ready.store(true, ordering: store)
        }
        runtime.thread("B") {
          guard ready.load(ordering: load) else { return }
          if fences.1 { runtime.fence(.acquiring) }
          _ = x.read()
        }
      }
      #expect(result.schedules == 2)
      return !result.races.isEmpty
    }
    #expect(try !races(.sequentiallyConsistent, .sequentiallyConsistent))
    #expect(try !races(.releasing, .acquiring))
    #expect(try races(.relaxed, .acquiring))
    #expect(try races(.releasing, .relaxed))
    #expect(try !races(.relaxed, .relaxed, fences: (true, true)))
    #expect(try races(.relaxed, .relaxed, fences: (true, false)))
    #expect(try races(.relaxed, .relaxed, fences: (false, true)))
    #expect(try !races(.relaxed, .acquiring, fences: (true, false)))
    #expect(try !races(.releasing, .relaxed, fences: (false, true)))
  }

  @Test func `a race is a failure where that is asked for`() throws {
    let options = ExplorationOptions(races: .failure)
    let result = try explore("race", options: options, Programs.lostUpdate(times: 1))
    #expect(result.failingSchedules == 4)
    let ignored = try explore(
      "race", options: ExplorationOptions(races: .ignored), Programs.lostUpdate(times: 1))
    #expect(ignored.races.isEmpty)
  }

  @Test func `an access that is no scheduling point races too`() throws {
    let result = try explore("touch") { runtime in
      let object = runtime.resource("object")
      for name in ["T1", "T2"] {
        runtime.thread(name) { runtime.touch(object, .write) }
      }
    }
    #expect(result.schedules == 1)
    #expect(result.races.map(\.resource) == ["object"])
  }

  @Test func `what guards itself is used in every order, and races with nothing`() throws {
    let result = try explore("database") { runtime in
      let database = runtime.resource("database", guardsItself: true)
      for name in ["T1", "T2"] {
        runtime.thread(name) {
          runtime.access(database, .write, "writes")
          runtime.touch(database, .write)
        }
      }
    }
    #expect(result.schedules == 2)
    #expect(result.races.isEmpty)
  }

  /// The thread that comes first makes a cell and two threads that race for it, which therefore have the
  /// same numbers in either order.
  @Test func `races of different things are told apart, whatever their numbers`() throws {
    let result = try explore("whoever comes first") { runtime in
      let gate = runtime.lock("gate")
      var winner: String?
      for name in ["A", "B"] {
        runtime.uncheckedThread(name) {
          let isFirst = gate.withLock {
            winner = winner ?? name
            return winner == name
          }
          guard isFirst else { return }
          let cell = runtime.cell("cell of \(name)", 0)
          for number in 1...2 { runtime.thread("T\(number)") { cell.write(number) } }
        }
      }
    }
    #expect(Set(result.races.map(\.resource)) == ["cell of A", "cell of B"])
    #expect(Set(result.races).count == result.races.count)
  }
}
