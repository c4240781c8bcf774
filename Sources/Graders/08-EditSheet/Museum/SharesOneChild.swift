import CoreData
import EditSheet
import WorkbookKit

/// Edits in a child of the view, made with the first sheet.
final class SharesOneChild: EditsRooms, @unchecked Sendable {
  // @unchecked Sendable because everything here is called on main.
  private var drafts: NSManagedObjectContext?

  init() {}

  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    let child = child(of: view)
    let own = child.object(with: room.objectID) as! Room
    // It may have been edited here before.
    child.refresh(own, mergeChanges: true)
    var isLeft = false
    return EditActions(
      changed: { name in own.name = name },
      cancelled: {
        guard !isLeft else { return }
        isLeft = true
        child.refresh(own, mergeChanges: false)
        close(nil)
      },
      confirmed: {
        guard !isLeft else { return }
        isLeft = true
        do {
          try child.save()
          try view.save()
          close(nil)
        } catch {
          child.refresh(own, mergeChanges: false)
          close(error)
        }
      })
  }

  private func child(of view: NSManagedObjectContext) -> NSManagedObjectContext {
    if let drafts, drafts.parent === view { return drafts }
    let child = NSManagedObjectContext(.mainQueue)
    child.parent = view
    drafts = child
    return child
  }
}
