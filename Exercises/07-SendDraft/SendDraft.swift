import CoreData
import SendDraft
import WorkbookKit

/// Saves the sheet, and says so.
struct Answer: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      do {
        try sheet.save()
        view.perform { sent(nil) }
      } catch {
        view.perform { sent(error) }
      }
    }
  }
}
