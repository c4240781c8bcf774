import CoreData
import Foundation
import SendDraft
import WorkbookKit

/// Saves the view inside the sheet's block.
struct SavesOnTheSheetsQueue: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    sheet.perform {
      do {
        try sheet.save()
        try sheet.parent?.save()
        DispatchQueue.main.async { sent(nil) }
      } catch {
        DispatchQueue.main.async { sent(error) }
      }
    }
  }
}
