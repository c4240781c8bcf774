import CoreData
import SendDraft
import WorkbookKit

/// Awaits both saves.
struct SavesUpInATask: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    Task {
      do {
        try await sheet.perform { try sheet.save() }
        try await view.perform { try view.save() }
        await MainActor.run { sent(nil) }
      } catch {
        await MainActor.run { sent(error) }
      }
    }
  }
}
