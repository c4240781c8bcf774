import CoreData
import Foundation
import SendDraft
import WorkbookKit

/// Walks up the parents, and saves each in its block.
struct SavesUpward: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    sheet.perform {
      do {
        var level: NSManagedObjectContext? = sheet
        while let context = level {
          try context.performAndWait { try context.save() }
          level = context.parent
        }
        OperationQueue.main.addOperation { sent(nil) }
      } catch {
        OperationQueue.main.addOperation { sent(error) }
      }
    }
  }
}
