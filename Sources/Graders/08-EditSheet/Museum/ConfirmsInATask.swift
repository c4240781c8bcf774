import CoreData
import EditSheet
import WorkbookKit

/// Keeps a string, and saves in a task of the main actor.
struct ConfirmsInATask: EditsRooms {
  func edit(_ room: Room, close: @escaping @Sendable ((any Error)?) -> Void) -> EditActions {
    let view = room.managedObjectContext!
    var typed = room.name
    return EditActions(
      changed: { typed = $0 },
      cancelled: { close(nil) },
      confirmed: {
        let name = typed
        let id = room.objectID
        Task {
          do {
            try await view.perform {
              (view.object(with: id) as! Room).name = name
              try view.save()
            }
            await MainActor.run { close(nil) }
          } catch {
            await MainActor.run { close(error) }
          }
        }
      })
  }
}
