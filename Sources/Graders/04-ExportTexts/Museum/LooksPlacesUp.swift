import CoreData
import ExportTexts
import WorkbookKit

/// Has one place for each message.
struct LooksPlacesUp: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    // Which place in the list each message has. Looking it up is faster than searching the list.
    let ids = messages.map { $0.objectID }
    let places = Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })

    background.perform {
      let own = places.compactMap { id, place in
        (background.object(with: id) as? Message).map { (place: place, text: $0.text) }
      }
      write(own.sorted { $0.place < $1.place }.map { $0.text })
    }
  }
}
