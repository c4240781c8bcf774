/// One thread of a hang report: what it is called, and what it is seen waiting in.
struct ReportedThread: Sendable, Hashable {
  /// What it waits in, as far as frames tell.
  enum Wait: Sendable, Hashable {
    case coordinator, context, queue, lock, semaphore

    /// Frames of it, in small letters; the first kind that a thread has is what it is told as.
    static let frames: [(wait: Wait, words: [String])] = [
      (
        .lock,
        [
          "__psynch_mutexwait", "pthread_mutex_lock", "__lll_lock_wait",
          "os_unfair_lock_lock_slow",
        ]
      ),
      (.context, ["performandwait", "performblockandwait"]),
      (
        .queue,
        [
          "_dispatch_sync_f_slow", "_dispatch_sync_wait", "dispatch_sync",
          "_dispatch_event_loop_wait_for_ownership",
        ]
      ),
      (.semaphore, ["semaphore_wait", "_dispatch_group_wait", "dispatch_group_wait"]),
    ]

    var words: String {
      switch self {
      case .coordinator: "its turn on the coordinator"
      case .context: "its turn or its block on a context"
      case .queue: "its block on a queue"
      case .lock: "a lock"
      case .semaphore: "a signal"
      }
    }
  }

  /// `main`, or the label of its queue, or its number.
  var name: String
  /// How the report's other threads name it: `0x1a2c`.
  var id: String
  var waits: [Wait] = []
  /// The thread that holds what this one waits for, where the report says so.
  var blockedBy: String?
  /// Whether a save, or an executor's hand-over, stands in its stack.
  var isSaving = false
  var isExecutor = false
  /// How many contexts' blocks it is inside of or wants to be.
  var contexts = 0

  var isMain: Bool { name == "main" }
  /// A lock is only waited for last; a context's turn may be waited for below a locked section.
  var wait: Wait? { waits.contains(.lock) ? .lock : waits.first }
}

extension ReportedThread {
  /// The threads of a report: `sample`, spindump, `thread apply all bt` or a crash log.
  static func all(in text: SearchedText) -> [ReportedThread] {
    let interesting =
      ["thread", "coordinator", "blocked by", "save", "executor"]
      + Wait.frames.flatMap(\.words)
    var threads: [ReportedThread] = []
    for line in text.lines(with: interesting) {
      if let header = ReportedThread(header: line) {
        // A crash log heads a thread twice: with its name, and before its frames.
        if threads.last?.id == header.id { continue }
        threads.append(header)
      } else if !threads.isEmpty {
        threads[threads.count - 1].read(frame: line.lowercased())
      }
    }
    return threads
  }

  /// A line that heads a thread; nil for any other.
  private init?(header line: String) {
    // gdb numbers threads from one on, and the first is main.
    if let match = line.wholeMatch(of: #/\s*thread (\d+) \(.*\):\s*/#.ignoresCase()) {
      self.init(name: match.1 == "1" ? "main" : "thread \(match.1)", id: match.1.lowercased())
      if !isMain, let name = line.firstMatch(of: #/"([^"]+)"/#)?.1 { self.name = String(name) }
      return
    }
    // A crash log numbers them from zero on; its lines may say no more than that.
    let log = #/\s*thread (\d+)\s?(?:crashed|name|highlighted)?::?\s*(.*)/#.ignoresCase()
    if let match = line.wholeMatch(of: log) {
      self.init(name: match.1 == "0" ? "main" : "thread \(match.1)", id: match.1.lowercased())
      adopt(label: match.2)
      return
    }
    let sample = #/\s*(?:\d+ )?thread[_ ](0x[0-9a-f]+|\d+)\b(.*)/#.ignoresCase()
    if let match = line.wholeMatch(of: sample) {
      self.init(name: "thread \(match.1)", id: match.1.lowercased())
      adopt(label: match.2)
      return
    }
    return nil
  }

  /// The label of its queue, if the header has one.
  private mutating func adopt(label text: Substring) {
    let quoted = #/dispatchqueue[_ ](?:\d+: )?"?([^"\n]+?)"?\s*(?:\(|\d+ samples|$)/#.ignoresCase()
    let found =
      text.firstMatch(of: quoted)?.1
      ?? text.firstMatch(of: #/dispatch queue: (.+)/#.ignoresCase())?.1
    guard let found else { return }
    if found.contains("main-thread") {
      name = "main"
    } else {
      // Core Data labels a context's queue "NSManagedObjectContext 0x...: its name".
      name = found.split(separator: ": ").last.map(String.init) ?? String(found)
    }
  }

  private mutating func read(frame line: String) {
    if let owner = line.firstMatch(
      of: #/(?:blocked by|owned by|waiting for).*thread (0x[0-9a-f]+)/#)
    {
      blockedBy = String(owner.1)
    }
    if line.contains("coordinator"), line.contains("andwait"), !waits.contains(.coordinator) {
      waits.append(.coordinator)
    } else if let kind = Wait.frames.first(where: { $0.words.contains { line.contains($0) } })?.wait
    {
      if kind == .context { contexts += 1 }
      if !waits.contains(kind) { waits.append(kind) }
    }
    if line.contains("save"), line.contains("context") { isSaving = true }
    if line.contains("executor"), line.contains("enqueue") { isExecutor = true }
  }
}
