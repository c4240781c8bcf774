import CoreData
import Interleaving
import WorkbookKit

/// A sender that keeps its promise, or breaks it in one way.
final class Sender: SendsMessages, @unchecked Sendable {
  // @unchecked Sendable because what it keeps is used on main, or in blocks of its context.
  enum Kind {
    case inOneContext, atOnce, inATurnOfMain, merging
    case tellsFirst, leavesItInTheView, tellsBesideMain, hidesRefusals, isSilentWhenRefused
    case keepsWhatIsRefused, savesTheView, tellsTwice, dropsWhileBusy
  }

  private let kind: Kind
  private let chat: ChatStack
  private let runtime: Runtime
  private let own: NSManagedObjectContext
  private var isBusy = false
  private var hasTold = false

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
    case .tellsFirst:
      runtime.main.async { [self] in
        then.call(text.count > Message.longestText ? CocoaError(.validationStringTooLong) : nil)
        own.perform { [self] in _ = store(text, in: own) }
      }
    case .leavesItInTheView:
      runtime.main.async { [self] in
        let isTooLong = text.count > Message.longestText
        if !isTooLong { Message(context: chat.viewContext).text = text }
        then.call(isTooLong ? CocoaError(.validationStringTooLong) : nil)
      }
    case .dropsWhileBusy:
      if isBusy { return runtime.main.async { then.call(nil) } }
      isBusy = true
      own.perform { [self] in
        let error = store(text, in: own)
        runtime.main.async { [self] in
          isBusy = false
          then.call(error)
        }
      }
    default:
      own.perform { [self] in
        let error = store(text, in: own)
        if kind == .tellsBesideMain { return then.call(error) }
        if kind == .isSilentWhenRefused, error != nil { return }
        runtime.main.async { [self] in
          if kind == .savesTheView { attempt { try chat.viewContext.save() } }
          then.call(kind == .hidesRefusals ? nil : error)
          if kind == .tellsTwice, error == nil, !hasTold {
            hasTold = true
            then.call(nil)
          }
        }
      }
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
