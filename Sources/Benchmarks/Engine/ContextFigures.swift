internal import CoreData

// Saves and merges that are measured by the clock, each in a process of its own: among the
// leavings of a million objects both take up to twice as long, and how many there are depends on
// what was measured before.

extension Probe {
  /// The time in which a child's new objects go into its parent.
  func nanosecondsOfChildSave(_ rows: Int, _ file: String) throws -> Int {
    let parent = try EngineStack(path: file).context()
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    // A save is so short that another program's turn in three of five would be the median.
    let times = try (0..<25).map { _ in
      try child.performAndWait {
        for number in 0..<rows {
          let message = BenchMessage(context: child)
          message.text = messageText(number)
        }
        return try time { try child.save() }
      }
    }
    return nanoseconds(times)
  }

  /// The time in which a save of edited objects is merged into a context that holds them all.
  func nanosecondsOfMerging(_ rows: Int, _ file: String) throws -> Int {
    let stack = try EngineStack(path: file)
    try stack.insert(rows)
    let (writer, reader) = (stack.context(), stack.context())
    let held = try reader.performAndWait { try reader.fetch(EngineStack.request(faults: false)) }
    let notes = SavedNotes()
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: writer, queue: nil
    ) { notes.last = $0 }
    defer { NotificationCenter.default.removeObserver(observer) }
    let times = try (0..<5).map { round in
      try writer.performAndWait {
        for message in try writer.fetch(EngineStack.request(faults: false)) {
          message.text = "round \(round)"
        }
        try writer.save()
      }
      return reader.performAndWait {
        time { notes.last.map(reader.mergeChanges(fromContextDidSave:)) }
      }
    }
    precondition(held.count == rows)
    return nanoseconds(times)
  }
}

/// Keeps the notification of the last save. It is set inside `save()`, on the thread that reads it.
private final class SavedNotes: @unchecked Sendable {
  // @unchecked Sendable because the observer runs synchronously on the thread that saves.
  var last: Notification?
}
