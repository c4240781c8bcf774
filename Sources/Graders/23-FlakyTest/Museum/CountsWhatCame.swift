import CoreData
import FlakyTest
import Foundation
import WorkbookKit

/// Asks of what was told whether it was told once.
final class CountsWhatCame: TestsTheSender {
  private var told: [String: Int] = [:]
  private let tooLong = String(repeating: "x", count: Message.longestText + 1)

  func begin(_ sender: any SendsMessages, _ run: any TestRun) {
    Message(context: run.view).text = "typed, and not sent"
    send("one", sender, run)
    send("two", sender, run)
    sender.send(tooLong) { error in
      self.told[self.tooLong, default: 0] += 1
      run.expect(Thread.isMainThread, "a refusal is told on main")
      run.expect(error != nil, "a refusal is told")
      self.send("three", sender, run)
    }
  }

  private func send(_ text: String, _ sender: any SendsMessages, _ run: any TestRun) {
    sender.send(text) { error in
      self.told[text, default: 0] += 1
      run.expect(Thread.isMainThread, "it is told on main")
      run.expect(error == nil, "no error is told")
      run.expect(run.storedTexts.contains(text), "what is told is stored")
    }
  }

  func end(_ run: any TestRun) {
    for count in told.values { run.expect(count == 1, "each is told once") }
    run.expect(run.view.hasChanges, "a draft stays")
    run.expect(!run.storedTexts.contains("typed, and not sent"), "a draft is not saved")
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
