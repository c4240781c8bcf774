import CoreData
import SendDraft
import WorkbookKit

struct SaysSentAnywhere: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      do {
        try sheet.save()
        try view.performAndWait { try view.save() }
        sent(nil)
      } catch {
        sent(error)
      }
    }
  }
}
