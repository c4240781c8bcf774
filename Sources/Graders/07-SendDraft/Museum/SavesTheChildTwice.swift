import CoreData
import SendDraft
import WorkbookKit

struct SavesTheChildTwice: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      do {
        try sheet.save()
        try sheet.save()
        view.perform { sent(nil) }
      } catch {
        view.perform { sent(error) }
      }
    }
  }
}
