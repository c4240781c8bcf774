import CoreData
import SendDraft
import WorkbookKit

/// Drops the sheet's error, and saves the view all the same.
struct SwallowsTheFirstError: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      try? sheet.save()
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
