import CoreData
import SendDraft
import WorkbookKit

struct WaitsForTheSheet: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    do {
      try sheet.performAndWait { try sheet.save() }
      try view.save()
      sent(nil)
    } catch {
      sent(error)
    }
  }
}
