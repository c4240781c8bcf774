import CoreData
import SendDraft
import WorkbookKit

/// Lets main wait for the sheet.
struct WaitsForBoth: SendsDrafts {
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
