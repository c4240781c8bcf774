import CoreData
import SendDraft
import WorkbookKit

/// One save for each level, each on the queue of its context.
struct SavesBothLevels: SendsDrafts {
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
          sent(error)
        }
      }
    }
  }
}
