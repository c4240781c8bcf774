import CoreData
import SendDraft
import WorkbookKit

/// Collects who waits, so that one save is enough for sheets that send at the same time.
final class AnswersAllAtOnce: SendsDrafts, @unchecked Sendable {
  // @unchecked Sendable because only main touches the list.
  private var waiting: [@Sendable ((any Error)?) -> Void] = []

  init() {}

  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    waiting.append(sent)
    sheet.perform {
      do {
        try sheet.save()
        view.perform { self.save(view) }
      } catch {
        view.perform { self.tell(error) }
      }
    }
  }

  private func save(_ view: NSManagedObjectContext) {
    do {
      if view.hasChanges { try view.save() }
      tell(nil)
    } catch {
      tell(error)
    }
  }

  private func tell(_ error: (any Error)?) {
    let all = waiting
    waiting = []
    for sent in all { sent(error) }
  }
}
