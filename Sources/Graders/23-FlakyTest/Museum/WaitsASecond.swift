import CoreData
import FlakyTest
import Foundation
import WorkbookKit

/// Looks after a second.
final class WaitsASecond: TestsTheSender {
  func begin(_ sender: any SendsMessages, _ run: any TestRun) {
    sender.send("one") { error in run.expect(error == nil, "no error is told") }
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
      run.expect(run.storedTexts.contains("one"), "it is stored")
    }
  }

  func end(_ run: any TestRun) {}
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
