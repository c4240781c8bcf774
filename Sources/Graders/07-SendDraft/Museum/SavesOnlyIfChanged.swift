import CoreData
import SendDraft
import WorkbookKit

/// Asks the view for changes on the sheet's queue.
struct SavesOnlyIfChanged: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      do {
        try sheet.save()
        if view.hasChanges { try view.performAndWait { try view.save() } }
        view.perform { sent(nil) }
      } catch {
        view.perform { sent(error) }
      }
    }
  }
}
