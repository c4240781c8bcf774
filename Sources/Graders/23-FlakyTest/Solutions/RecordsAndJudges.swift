import CoreData
import FlakyTest
import Foundation
import WorkbookKit

/// Keeps what it sees, and judges at the end.
final class RecordsAndJudges: TestsTheSender {
  /// What was told, and what was true at that moment.
  private struct Call {
    let text: String
    let error: (any Error)?
    let wasOnMain: Bool
    let wasStored: Bool
  }

  private var calls: [Call] = []
  private let tooLong = String(repeating: "x", count: Message.longestText + 1)

  func begin(_ sender: any SendsMessages, _ run: any TestRun) {
    Message(context: run.view).text = "draft"
    send("first", sender, run)
    send("second", sender, run)
    send(tooLong, sender, run) { self.send("after it", sender, run) }
  }

  private func send(
    _ text: String, _ sender: any SendsMessages, _ run: any TestRun,
    then next: @escaping () -> Void = {}
  ) {
    sender.send(text) { error in
      self.calls.append(
        Call(
          text: text, error: error, wasOnMain: Thread.isMainThread,
          wasStored: run.storedTexts.contains(text)))
      next()
    }
  }

  func end(_ run: any TestRun) {
    let texts = calls.map(\.text).sorted()
    run.expect(texts == ["after it", "first", "second", tooLong].sorted(), "each is told once")
    for call in calls {
      let isGood = call.text != tooLong
      run.expect(call.wasOnMain, "it is told on main")
      run.expect((call.error == nil) == isGood, "refusals are told, and only these")
      run.expect(call.wasStored == isGood, "what is told is true")
    }
    run.expect(run.view.hasChanges, "a draft stays one")
    run.expect(!run.storedTexts.contains("draft"), "a draft is not saved")
  }
}

extension TestRun {
  /// What a restart would find.
  fileprivate var storedTexts: [String] {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    return context.performAndWait {
      let request = NSFetchRequest<Message>(entityName: "Message")
      return ((try? context.fetch(request)) ?? []).map(\.text)
    }
  }
}
