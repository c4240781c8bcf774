import CoreData
import SendDraft
import WorkbookKit

/// Says sent, and lets the view save in a later turn.
struct SavesTheViewLater: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      do {
        try sheet.save()
        view.perform { sent(nil) }
        view.perform { try? view.save() }
      } catch {
        view.perform { sent(error) }
      }
    }
  }
}
