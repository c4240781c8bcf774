public import CoreData
internal import Foundation
internal import Interleaving

/// The chat client's Core Data stack, new and empty, on the runtime that is current.
///
/// It stands for what an app makes at launch: one coordinator, one store, a view context on the
/// main queue. Further contexts are made by the scenarios, as the app's code would.
public final class ChatStack: @unchecked Sendable {
  // @unchecked Sendable because a program has made all its contexts before others use the stack.

  /// Where the rows are kept.
  public enum Storage: Sendable {
    /// A store without a file: quick, and trips to it take no virtual time.
    case memory
    /// A SQLite database of its own, not shared with any other stack. Trips take virtual time.
    case sqlite
    /// A SQLite database with a history, which other stacks have open, too; `isTold` of all writes
    /// to it, if wanted.
    case shared(SharedDatabase, isTold: Bool = false)
  }

  public let coordinator: NSPersistentStoreCoordinator
  /// The main-queue context that the screens use.
  public let viewContext: NSManagedObjectContext
  private var contexts: [NSManagedObjectContext] = []
  /// The contexts that end with their screens, and what was seen in those that have ended.
  private var shortLived: [ShortLived] = []
  private var violationsOfEnded: [ConfinementViolation] = []
  /// Keeps the file of a shared database.
  private let storage: Storage

  /// `name` is that of the process whose coordinator it is, where there are several. `prepare`
  /// changes how the engine behaves where Apple's documents leave that open, and what trips to the
  /// store cost.
  public init(
    _ storage: Storage = .memory, named name: String? = nil,
    _ prepare: (inout CoreDataBehaviour) -> Void = { _ in }
  ) throws {
    self.storage = storage
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.shared)
    coordinator.name = name
    prepare(&coordinator.behaviour)
    let coordinator = coordinator
    try Runtime.current.untraced { try storage.open(by: coordinator) }
    viewContext = NSManagedObjectContext(.mainQueue)
    viewContext.persistentStoreCoordinator = coordinator
    viewContext.name = "view"
    contexts = [viewContext]
  }

  /// A private-queue context beside the view context, as `newBackgroundContext()` makes it.
  public func backgroundContext(_ name: String = "background") -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return keep(context, name)
  }

  /// A private-queue context whose parent is another context.
  public func child(
    of parent: NSManagedObjectContext, _ name: String = "child"
  ) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.parent = parent
    return keep(context, name)
  }

  /// The same for a screen that may be closed: the stack does not keep it.
  public func shortLivedChild(
    of parent: NSManagedObjectContext, _ name: String = "child"
  ) -> NSManagedObjectContext {
    let context = ShortLivedContext(.privateQueue)
    context.parent = parent
    context.name = name
    shortLived.append(ShortLived(context: context))
    context.ending = { [weak self] in self?.violationsOfEnded += $0 }
    return context
  }

  private struct ShortLived { weak var context: NSManagedObjectContext? }

  private func keep(_ context: NSManagedObjectContext, _ name: String) -> NSManagedObjectContext {
    context.name = name
    contexts.append(context)
    return context
  }

  /// Everything that the checker saw being touched off its queue, context by context.
  public var violations: [ConfinementViolation] {
    contexts.flatMap(\.confinementViolations) + violationsOfEnded
      + shortLived.flatMap { $0.context?.confinementViolations ?? [] }
  }
}

/// A context that tells at its end what the checker saw in it.
private final class ShortLivedContext: NSManagedObjectContext, @unchecked Sendable {
  // @unchecked Sendable because `ending` is set before others use the context.

  var ending: (([ConfinementViolation]) -> Void)?

  deinit { ending?(confinementViolations) }
}

// MARK: What is there before the story begins, and what is left when it is over

extension ChatStack {
  /// Does what was done before the story begins: it is not told, and trips to the store take no
  /// time.
  public func prepare(_ work: () throws -> Void) throws {
    let costs = coordinator.behaviour.storeCosts
    coordinator.behaviour.storeCosts = .nothing
    defer { coordinator.behaviour.storeCosts = costs }
    try Runtime.current.untraced(work)
  }

  /// Saves a room with messages, and returns its ID.
  @discardableResult
  public func addRoom(
    _ name: String, messages: [String] = [], by author: String = "Ann"
  ) throws -> NSManagedObjectID {
    var added: NSManagedObjectID?
    try Runtime.current.untraced {
      added = try insertRoom(name, messages: messages, by: author)
    }
    return added!
  }

  private func insertRoom(
    _ name: String, messages: [String], by author: String
  ) throws -> NSManagedObjectID {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = "setup"
    return try context.performAndWait {
      let room = Room(context: context)
      room.name = name
      let member = Member(context: context)
      member.name = author
      member.rooms = [room]
      for (position, text) in messages.enumerated() {
        let message = Message(context: context)
        message.text = text
        message.position = position
        message.author = member
        message.room = room
      }
      try context.save()
      return room.objectID
    }
  }

  /// Looking is no part of the story: what happens on the queue of this name is not told.
  static let onlooker = "look"

  /// What the store holds, read through a context of its own.
  public func stored<Result>(_ look: (NSManagedObjectContext) throws -> Result) rethrows -> Result {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = Self.onlooker
    return try context.performAndWait { try look(context) }
  }

  /// The texts of all stored messages, in order.
  public func storedTexts() throws -> [String] {
    try stored { context in
      try context.fetch(NSFetchRequest<Message>(entityName: "Message")).map(\.text).sorted()
    }
  }

  /// The names of all stored rooms, in order.
  public func storedRoomNames() throws -> [String] {
    try stored { context in
      try context.fetch(NSFetchRequest<Room>(entityName: "Room")).map(\.name).sorted()
    }
  }
}

extension StoreCosts {
  fileprivate static var nothing: StoreCosts {
    var costs = StoreCosts()
    (costs.read, costs.rowRead, costs.save, costs.rowSaved) = (.zero, .zero, .zero, .zero)
    return costs
  }
}

/// Does what may fail and tells what went wrong, as an app would in an alert. What else an error
/// holds is in no order.
public func attempt(_ work: () throws -> Void) {
  do {
    try work()
  } catch {
    Runtime.current.note("alert", error.localizedDescription)
  }
}
