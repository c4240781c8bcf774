internal import CoreData
internal import Foundation

/// A list in the sandbox that follows a context, as a fetched results controller shows it.
final class PlayList {
  private let entity: String
  private let context: NSManagedObjectContext
  private let controller: NSFetchedResultsController<NSManagedObject>
  /// A controller follows its context only if it has a delegate.
  private let listener = ListListener()

  /// Messages come in sections, one for each room; everything else is sorted by its name.
  init(of entity: String, in context: NSManagedObjectContext) throws {
    (self.entity, self.context) = (entity, context)
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    let keys = entity == "Message" ? ["room.name", "position", "text"] : ["name"]
    request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
    controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context,
      sectionNameKeyPath: entity == "Message" ? "room.name" : nil, cacheName: nil)
    controller.delegate = listener
    try context.performAndWait { try controller.performFetch() }
  }

  /// Its sections with their rows, under the names of the sandbox.
  func lines(naming name: (NSManagedObjectID) -> String) -> [TextLine] {
    let sections = context.performAndWait {
      context.processPendingChanges()
      return (controller.sections ?? []).map { section in
        (name: section.name, ids: (section.objects as? [NSManagedObject] ?? []).map(\.objectID))
      }
    }
    let title = TextLine("The list of \(entity.lowercased())s in \(context.name ?? ""):", .strong)
    let rows = sections.filter { !$0.ids.isEmpty }.map { section in
      let head = section.name.isEmpty ? "" : "\(section.name): "
      return TextLine("  " + head + section.ids.map(name).joined(separator: ", "))
    }
    return [title] + (rows.isEmpty ? [TextLine("  nothing", .faint)] : rows)
  }
}

private final class ListListener: NSObject, NSFetchedResultsControllerDelegate {
  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {}
}
