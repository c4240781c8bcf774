import CoreData
import Foundation
import SendDraft
import WorkbookKit

/// Goes to main by Dispatch, and saves the view there.
struct SavesTheViewByDispatch: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      do {
        try sheet.save()
      } catch {
        DispatchQueue.main.async { sent(error) }
        return
      }
      DispatchQueue.main.async {
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
