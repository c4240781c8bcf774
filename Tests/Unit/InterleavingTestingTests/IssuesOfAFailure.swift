import Synchronization
import Testing

/// What `body` makes the test fail with.
func issues(_ body: () throws -> Void) throws -> [Issue] {
  let found = Mutex<[Issue]>([])
  try withKnownIssue(isIntermittent: true) {
    try body()
  } matching: { issue in
    found.withLock { $0.append(issue) }
    return true
  }
  return found.withLock { $0 }
}
