import CoreData
import SendDraft
import WorkbookKit

/// Does not keep the context of a sheet that is closed, and the draft with it.
struct LetsTheSheetGo: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    Task { @MainActor [weak sheet] in
      guard let sheet, let view = sheet.parent else { return }
      do {
        try await sheet.perform { try sheet.save() }
        try view.save()
        sent(nil)
      } catch {
        sent(error)
      }
    }
  }
}
