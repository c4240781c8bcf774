import CoreData
import Foundation
import SendDraft
import Synchronization
import WorkbookKit

/// Says so when it hears that the view was saved.
struct TakesTheFirstSave: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    let ending = Ending(sent)
    ending.observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: view, queue: nil
    ) { _ in ending.come(nil) }
    sheet.perform {
      do {
        try sheet.save()
      } catch {
        view.perform { ending.come(error) }
        return
      }
      view.perform {
        do {
          try view.save()
          // Where there was nothing left to save, there is nothing to hear.
          ending.come(nil)
        } catch {
          ending.come(error)
        }
      }
    }
  }
}

/// Tells once. Everything but its making is main's.
private final class Ending: @unchecked Sendable {
  var observer: (any NSObjectProtocol)?
  private let isTold = Mutex(false)
  private let sent: @Sendable ((any Error)?) -> Void

  init(_ sent: @escaping @Sendable ((any Error)?) -> Void) { self.sent = sent }

  func come(_ error: (any Error)?) {
    let isFirst = isTold.withLock { isTold in
      defer { isTold = true }
      return !isTold
    }
    guard isFirst else { return }
    if let observer { NotificationCenter.default.removeObserver(observer) }
    observer = nil
    sent(error)
  }
}
