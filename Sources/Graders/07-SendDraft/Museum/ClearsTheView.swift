import CoreData
import SendDraft
import WorkbookKit

/// Clears the view after a refusal, with all that other sheets have saved into it.
struct ClearsTheView: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      do {
        try sheet.save()
      } catch {
        view.perform { sent(error) }
        return
      }
      view.perform {
        do {
          try view.save()
          sent(nil)
        } catch {
          view.rollback()
          sent(error)
        }
      }
    }
  }
}
