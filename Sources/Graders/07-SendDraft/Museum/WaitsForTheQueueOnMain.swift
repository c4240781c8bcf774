import CoreData
import Foundation
import SendDraft
import WorkbookKit

/// Lets main sleep until the sheet is through.
struct WaitsForTheQueueOnMain: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    let state = Flag()
    sheet.perform {
      do { try sheet.save() } catch { state.failure = error }
      state.isOver = true
    }
    while !state.isOver { Thread.sleep(forTimeInterval: 0.05) }
    do {
      try view.save()
      sent(state.failure)
    } catch {
      sent(error)
    }
  }

  final class Flag: @unchecked Sendable {
    var isOver = false
    var failure: (any Error)?
  }
}
