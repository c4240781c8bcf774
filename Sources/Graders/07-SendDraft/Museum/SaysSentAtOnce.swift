import CoreData
import SendDraft
import WorkbookKit

struct SaysSentAtOnce: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      try? sheet.save()
      view.perform { try? view.save() }
    }
    sent(nil)
  }
}
