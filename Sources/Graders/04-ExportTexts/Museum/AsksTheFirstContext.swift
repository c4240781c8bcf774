import CoreData
import ExportTexts
import WorkbookKit

struct AsksTheFirstContext: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let ids = messages.map(\.objectID)
    let view = messages.first?.managedObjectContext
    background.perform {
      let again = ids.compactMap { view?.object(with: $0) as? Message }
      write(again.map(\.text))
    }
  }
}
