import CoreData
import MissingReplies
import WorkbookKit

/// The list of replies.
final class Answer: ShowsReplies {
  private var replies: [Message] = []
  private var store: Store!
  private var sync: Sync!

  func open(_ view: NSManagedObjectContext, _ server: any ReplyServer) {
    store = Store(view)
    sync = Sync(store, server)
    replies = store.allReplies()
  }

  func refresh(done: @escaping () -> Void) {
    sync.run(onPage: { ids in self.show(ids) }, done: done)
  }

  var texts: [String] { replies.map(\.text) }

  /// What has come is shown below what is there.
  private func show(_ ids: [NSManagedObjectID]) {
    replies += store.replies(with: ids)
  }
}
