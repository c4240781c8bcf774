import CoreData
import FlakyTest
import Foundation
import WorkbookKit

/// Sends the next one when the last was told.
final class SendsOneAtATime: TestsTheSender {
  private var told: [String: Int] = [:]
  private let tooLong = String(repeating: "x", count: Message.longestText + 1)

  func begin(_ sender: any SendsMessages, _ run: any TestRun) {
    Message(context: run.view).text = "typed, and not sent"
    send(["one", "two", tooLong, "three"], sender, run)
  }

  private func send(_ texts: [String], _ sender: any SendsMessages, _ run: any TestRun) {
    guard let text = texts.first else { return }
    sender.send(text) { error in
      self.told[text, default: 0] += 1
      if self.told[text] == 2 { return }
      let isStored = run.storedTexts.contains(text)
      run.expect(Thread.isMainThread, "it is told on main")
      run.expect((error == nil) == (text != self.tooLong), "refusals are told, and only these")
      run.expect(isStored == (error == nil), "what is told is true")
      self.send(Array(texts.dropFirst()), sender, run)
    }
  }

  func end(_ run: any TestRun) {
    for text in ["one", "two", tooLong, "three"] {
      run.expect(told[text] == 1, "each is told once")
    }
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
