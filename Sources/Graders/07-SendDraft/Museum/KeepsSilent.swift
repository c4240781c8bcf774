import CoreData
import SendDraft
import WorkbookKit

struct KeepsSilent: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      guard (try? sheet.save()) != nil else { return }
      view.perform {
        guard (try? view.save()) != nil else { return }
        sent(nil)
      }
    }
  }
}
