import CoreData
import SendDraft
import WorkbookKit

struct SavesTheParentOnly: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    view.perform {
      do {
        try view.save()
        sent(nil)
      } catch {
        sent(error)
      }
    }
  }
}
