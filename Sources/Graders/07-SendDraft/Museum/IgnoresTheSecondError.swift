import CoreData
import SendDraft
import WorkbookKit

struct IgnoresTheSecondError: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      do {
        try sheet.save()
        view.perform {
          try? view.save()
          sent(nil)
        }
      } catch {
        view.perform { sent(error) }
      }
    }
  }
}
