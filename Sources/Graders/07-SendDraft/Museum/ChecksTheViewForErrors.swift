import CoreData
import SendDraft
import WorkbookKit

/// Says sent with nil, whatever the second save said.
struct ChecksTheViewForErrors: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      do {
        try sheet.save()
        view.perform {
          if view.hasChanges { try? view.save() }
          sent(nil)
        }
      } catch {
        view.perform { sent(error) }
      }
    }
  }
}
