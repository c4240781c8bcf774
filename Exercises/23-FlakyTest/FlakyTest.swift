import CoreData
import FlakyTest
import Foundation
import WorkbookKit

/// Sends a message, and looks whether it is there.
final class Answer: TestsTheSender {
  func begin(_ sender: any SendsMessages, _ run: any TestRun) {
    sender.send("Ahoy") { _ in }
    // It takes a moment.
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "text == 'Ahoy'")
      run.expect((try? run.view.fetch(request).count) == 1, "it is stored")
    }
  }

  func end(_ run: any TestRun) {}
}
