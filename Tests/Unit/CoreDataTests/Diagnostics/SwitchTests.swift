import Foundation
import Interleaving
import Testing

@testable import CoreData

/// Every choice that Apple leaves open is a switch, and both of its positions are tested.
struct SwitchTests {
  /// The tests of each switch.
  static let tests: [String: [String]] = [
    "nestedTemporaryIDs": [
      "D10: after both saves the child still has the temporary ID",
      "D11: in classic mode a fetch registers a second instance for the one row",
      "D16: in fixed-up mode the child's object follows",
    ],
    "resolvesCapturedTemporaryIDs": [
      "D6: whether a captured temporary ID still resolves is a switch"
    ],
    "childOverlap": [
      "E13: what child and parent both changed is overwritten",
      "E13: in strict mode it is a conflict",
    ],
    "parentNotice": [
      "E3: the whole pipeline runs in the child; where the parent tells of it is a switch"
    ],
    "validatesBeforeWillSave": [
      "I5: the order of a save", "I5: the uncertain places are switches",
    ],
    "didChangePrecedesWillSave": [
      "I5: the order of a save", "I5: the uncertain places are switches",
    ],
    "limitedFetch": [
      "G12: a limit trims what was reconciled, or is reconciled after trimming"
    ],
    "fetchProcessesPendingChanges": ["G18: whether a fetch ends the event is a switch"],
    "coordinatorMode": [
      "P2: in classic mode a read that comes later waits for the whole save",
      "P4: in pooled mode a read never waits for the writer",
    ],
    "storeCosts": ["what trips cost is what the behaviour says"],
    "deletionConflicts": [
      "K9: where objects win the row comes back, where the store wins the object goes",
      "K9, K10: the outcomes are switches",
    ],
    "mergesUnrealisedUpdates": [
      "J5: updates of objects that are not realised, today and before iOS 10"
    ],
    "childFetches": [
      "E15, G13: a child ignores the batch size, unless it is switched to fetch as a root",
      "E15: a child ignores prefetching, unless it is switched to fetch as a root",
    ],
    "missingClasses": [
      "the first object of a missing class stops the program",
      "with the switch, objects of a missing class are plain",
    ],
    "abandonedFetches": [
      "T4: when its context is gone the completion is told so, or is not called"
    ],
    "sqlDebugLevel": ["C13: at every level but 0 each statement is printed on a line"],
  ]

  @Test func `every switch has tests, and every test exists`() throws {
    let switches = Mirror(reflecting: CoreDataBehaviour()).children.compactMap(\.label)
    #expect(Set(switches) == Set(Self.tests.keys))
    let sources = try SourceOfTests.all()
    let missing = Self.tests.values.joined().filter { !sources.contains("func `\($0)`") }
    #expect(missing.sorted() == [])
  }

  @Test func `what trips cost is what the behaviour says`() {
    func duration(_ costs: StoreCosts) -> Duration {
      var spent = Duration.zero
      _ = runOnce("costs") { runtime in
        let stack = try ChatStack(.sqlite) { $0.storeCosts = costs }
        let start = runtime.now
        _ = try stack.savedRoom("lobby")
        spent = runtime.now - start
      }
      return spent
    }
    var free = StoreCosts()
    (free.save, free.rowSaved, free.read, free.rowRead) = (.zero, .zero, .zero, .zero)
    var dear = free
    dear.save = .seconds(1)
    #expect(duration(free) == .zero)
    #expect(duration(dear) == .seconds(1))
    dear.rowSaved = .milliseconds(1)
    #expect(duration(dear) == .milliseconds(1001))
  }
}

/// The text of all tests of this target.
enum SourceOfTests {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  static func all() throws -> String {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
  }
}
