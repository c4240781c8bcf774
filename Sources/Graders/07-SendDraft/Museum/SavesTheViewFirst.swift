import CoreData
import SendDraft
import WorkbookKit

/// Saves the view before the sheet.
struct SavesTheViewFirst: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      do {
        try view.performAndWait { try view.save() }
        try sheet.save()
        view.perform { sent(nil) }
      } catch {
        view.perform { sent(error) }
      }
    }
  }
}
