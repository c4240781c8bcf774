import CoreData
import SendDraft
import WorkbookKit

struct SavesTheParentFromHere: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      do {
        try sheet.save()
        try view.save()
        view.perform { sent(nil) }
      } catch {
        view.perform { sent(error) }
      }
    }
  }
}
