import CoreData
import Interleaving
import WorkbookKit

/// A sender that keeps its promise, or breaks it in one way.
final class Sender: SendsMessages, @unchecked Sendable {
  // @unchecked Sendable because what it keeps is used on main, or in blocks of its context.
  enum Kind {
    case inOneContext, atOnce, inATurnOfMain, merging, gathering
    case tellsFirst, leavesItInTheView, tellsBesideMain, hidesRefusals, isSilentWhenRefused
    case keepsWhatIsRefused, savesTheView, forgetsDrafts, tellsTwice, tellsTheFirstAgain
    case dropsWhileBusy
  }

  private let kind: Kind
  private let chat: ChatStack
  private let runtime: Runtime
  private let own: NSManagedObjectContext
  private var waiting: [(text: String, then: Told)] = []
  private var isBusy = false
  private var hasTold = false
  private var first: Told?

  init(_ kind: Kind, _ runtime: Runtime, _ chat: ChatStack) {
    (self.kind, self.runtime, self.chat) = (kind, runtime, chat)
    own = chat.backgroundContext("sender")
    if kind == .merging { chat.viewContext.automaticallyMergesChangesFromParent = true }
  }

  func send(_ text: String, then: @escaping ((any Error)?) -> Void) {
    let then = Told(then)
    switch kind {
    case .atOnce: then.call(own.performAndWait { store(text, in: own) })
    case .inATurnOfMain:
      runtime.main.async { [self] in then.call(own.performAndWait { store(text, in: own) }) }
    case .leavesItInTheView:
      runtime.main.async { [self] in
        let isTooLong = text.count > Message.longestText
        if !isTooLong { Message(context: chat.viewContext).text = text }
        then.call(isTooLong ? CocoaError(.validationStringTooLong) : nil)
      }
    case .gathering:
      waiting.append((text, then))
      if !isBusy {
        isBusy = true
        runtime.main.async { [self] in storeAll() }
      }
    case .dropsWhileBusy where isBusy: runtime.main.async { then.call(nil) }
    default:
      waiting.append((text, then))
      goOn()
    }
  }

  /// Stores one message after the other; the next one when the last was told.
  private func goOn() {
    if isBusy || waiting.isEmpty { return }
    isBusy = true
    let (text, then) = waiting.removeFirst()
    if kind == .tellsFirst { return tellFirst(text, then) }
    own.perform { [self] in
      let error = store(text, in: own)
      if kind == .tellsBesideMain { then.call(error) }
      runtime.main.async { [self] in
        isBusy = false
        if kind != .tellsBesideMain { tell(then, error) }
        goOn()
      }
    }
  }

  /// Stores all messages of a turn, and tells of each when all are stored.
  private func storeAll() {
    let all = waiting
    waiting = []
    own.perform { [self] in
      let errors = all.map { store($0.text, in: own) }
      runtime.main.async { [self] in
        for (message, error) in zip(all, errors) { message.then.call(error) }
        if waiting.isEmpty { isBusy = false } else { storeAll() }
      }
    }
  }

  private func tellFirst(_ text: String, _ then: Told) {
    runtime.main.async { [self] in
      then.call(text.count > Message.longestText ? CocoaError(.validationStringTooLong) : nil)
      own.perform { [self] in
        _ = store(text, in: own)
        runtime.main.async { [self] in
          isBusy = false
          goOn()
        }
      }
    }
  }

  private func tell(_ then: Told, _ error: (any Error)?) {
    switch kind {
    case .savesTheView:
      attempt { try chat.viewContext.save() }
      then.call(error)
    case .forgetsDrafts:
      chat.viewContext.rollback()
      then.call(error)
    case .hidesRefusals: then.call(nil)
    case .isSilentWhenRefused: if error == nil { then.call(nil) }
    case .tellsTwice where error == nil && !hasTold:
      hasTold = true
      then.call(nil)
      then.call(nil)
    case .tellsTheFirstAgain where error == nil && !hasTold:
      // The second one is never told.
      guard let first else {
        self.first = then
        return then.call(nil)
      }
      hasTold = true
      first.call(nil)
    default: then.call(error)
    }
  }

  private func store(_ text: String, in context: NSManagedObjectContext) -> (any Error)? {
    do {
      Message(context: context).text = text
      try context.save()
      return nil
    } catch {
      if kind != .keepsWhatIsRefused { context.rollback() }
      return error
    }
  }
}

/// What a test wants to hear.
private struct Told: @unchecked Sendable {
  // @unchecked Sendable because the test decides where it can be called.
  let call: ((any Error)?) -> Void

  init(_ call: @escaping ((any Error)?) -> Void) { self.call = call }
}
