import CoreData
import Foundation
import LongTests
import Testing

@testable import WorkbookKit

struct SymptomTests {
  private func found(_ text: String) -> [String] {
    Symptom.found(in: Data(text.utf8)).map(\.id)
  }

  @Test(arguments: [
    (
      "CoreData could not fulfill a fault for '0x8e2 <x-coredata://A/Room/p7>'", "unfulfilled-fault"
    ),
    ("could not FULFILL a fault", "unfulfilled-fault"),
    ("Termination Reason: FRONTBOARD 2343432205 0x8BADF00D", "watchdog"),
    ("Termination Code 0xdead10cc", "suspended-with-lock"),
    (
      "Collection <__NSCFSet: 0x60> was mutated while being enumerated.", "mutated-while-enumerated"
    ),
    ("the list does not update after a background save", "stale-screen"),
    ("my table is not refreshed when I save in the background", "stale-screen"),
    ("batch changes do not show", "batch-unseen"),
    ("NSBatchDeleteRequest: rows are still shown", "batch-unseen"),
    ("a results controller ignores merged faults", "controller-misses-faults"),
    ("libdispatch.dylib dispatch_assert_queue_fail + 120", "queue-assertion"),
    (
      "BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on queue",
      "queue-assertion"
    ),
    ("main actor-isolated property 'title' can not be mutated", "main-actor-isolated"),
    (
      "capture of 'room' with non-Sendable type 'Room' in a '@Sendable' closure",
      "main-actor-isolated"
    ),
    ("error: sending 'room' risks causing data races", "sending-risks-races"),
    ("NSCocoaErrorDomain Code=133020 \"(null)\" conflictList=(NSMergeConflict", "merge-conflict"),
    ("Error Domain=NSCocoaErrorDomain Code=133021", "constraint-conflict"),
    ("Code=133000 \"Attempt to access an object not found in store.\"", "no-such-row"),
    (
      "+[NSManagedObjectContext __Multithreading_Violation_AllThatIsLeftToUsIsHonor__]",
      "multithreading-violation"
    ),
    ("_PFAssertSafeMultiThreadedAccess_impl", "multithreading-violation"),
    (
      "_youcreatedanNSManagedObjectContextOnAThreadAndDidNotReleaseIt",
      "context-outlived-its-thread"
    ),
    ("3 CoreData _PFManagedObject_coerceValueForKeyWithDescription + 1364", "value-coercion"),
    (
      "Illegal attempt to establish a relationship 'room' between objects in different contexts",
      "two-contexts-one-relationship"
    ),
    ("multiple NSEntityDescriptions claim the NSManagedObject subclass 'Room'", "two-models"),
    ("attempt to delete row 3: invalid number of rows in section 0", "wrong-row-count"),
    ("NSPersistentHistoryTokenExpiredError (134301)", "expired-token"),
    (
      "The model used to open the store is incompatible with the one used to create it",
      "incompatible-model"
    ),
    ("Error Domain=NSCocoaErrorDomain Code=134100", "incompatible-model"),
    ("2591 -[NSManagedObjectContext performBlockAndWait:] (in CoreData) + 240", "two-waits"),
    ("_dispatch_sync_f_slow (in libdispatch.dylib)", "two-waits"),
    ("gone after a restart though I saved", "gone-after-restart"),
  ])
  func `a text leads to its symptom`(_ text: String, _ id: String) {
    #expect(found(text).contains(id), "\(found(text))")
  }

  @Test func `every cause names a scenario that exists, a way to tell it and a first cut`() {
    #expect(Set(Symptom.all.map(\.id)).count == Symptom.all.count)
    for symptom in Symptom.all {
      #expect(!symptom.causes.isEmpty && !symptom.signs.isEmpty, "\(symptom.id)")
      for cause in symptom.causes {
        for text in [cause.what, cause.tell, cause.rule, cause.firstCut] {
          #expect(text.hasSuffix("."), "\(symptom.id): \(text)")
        }
      }
      #expect(Set(symptom.causes.map(\.what)).count == symptom.causes.count)
    }
  }

  @Test(arguments: [
    "Apt: package lists were updated", "Segmentation fault (core dumped)",
    "npm ERR! code ELIFECYCLE",
    "fatal: not a git repository", "Index out of range", "connection refused",
    "TypeError: undefined is not a function", "java.lang.NullPointerException at Main.java:3",
    "Unexpectedly found nil while unwrapping an Optional value", "404 Not Found",
    "The network connection was lost.", "GET /list 200 12ms", "Out of memory: killed process 12",
    "permission denied", "cannot find 'x' in scope", "missing return in closure",
    "Could not build module", "linker command failed with exit code 1", "No space left on device",
    "ld: symbol(s) not found for architecture arm64", "The certificate has expired",
    "Provisioning profile doesn't match", "Unable to simultaneously satisfy constraints.",
    "warning: variable was never used", "Listening on port 8080", "user saved preferences",
    "SSL handshake failed", "deprecated: first deprecated in iOS 13", "context deadline exceeded",
    "EXC_BAD_ACCESS (SIGSEGV) KERN_INVALID_ADDRESS at 0x0",
    "2026-01-01 12:00:00 INFO  worker 3: main loop started, save file loaded",
    "pod install: CocoaPods could not find compatible versions",
  ])
  func `what is about something else leads nowhere`(_ text: String) {
    #expect(found(text) == [])
    #expect(SymptomPage(Data(text.utf8)).circle == nil)
  }

  @Test func `several in one report are told in the order in which they stand`() {
    let report = """
      12:00 app[1] Code=133020 NSMergeConflict
      12:01 app[1] nothing special
      12:02 app[1] could not fulfill a fault
      """
    #expect(found(report) == ["merge-conflict", "unfulfilled-fault"])
  }

  @Test func `colours, carriage returns and bytes that are no text do not hide it`() {
    var data = Data([0xFF, 0x00, 0xC3, 0x28, 0x0A])
    data += Data("\u{1B}[31mcould not \u{1B}[0;1mfulfill\u{1B}[0m a fault\r\n".utf8)
    data += Data([0x80, 0xFE])
    #expect(Symptom.found(in: data).map(\.id) == ["unfulfilled-fault"])
  }

  @Test(.long) func `a report of ten megabytes is read to its end`() {
    let line = Data("12:00:00.000 worker 7: list of 12 items saved to disk, context is fine\n".utf8)
    var data = Data()
    while data.count < 10_000_000 { data += line }
    data += Data("Termination Reason: 0xdead10cc\n".utf8)
    #expect(Symptom.found(in: data).map(\.id) == ["suspended-with-lock"])
  }

  @Test func `nothing at all is none of the symptoms`() {
    #expect(found("") == [])
    let page = SymptomPage(Data())
    #expect(page.isEmpty)
    #expect(page.lines(width: 76, isAccessible: false).first?.text.hasPrefix("None of") == true)
  }

  @Test func `no line is wider than the window`() {
    for width in [40, 76, 120] {
      for symptom in Symptom.all {
        for line in symptom.lines(width: width) where !line.text.contains("explore ") {
          #expect(line.width <= width, "\(symptom.id): \(line.text)")
        }
      }
    }
  }
}
