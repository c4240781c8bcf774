internal import CoreData

/// How the contexts of a sandbox hang together.
public enum PlayStack: String, Sendable, CaseIterable {
  /// The main context on the coordinator, the worker's under it.
  case mainRoot = "main-root"
  /// A private context on the coordinator, main under it, the worker's under main.
  case privateRoot = "private-root"
  /// Main and worker side by side on the coordinator.
  case peers

  /// The stack drawn as a tree.
  public var picture: [TextLine] {
    let names =
      switch self {
      case .mainRoot: ["store", "└ main", "  └ worker"]
      case .privateRoot: ["store", "└ root", "  └ main", "    └ worker"]
      case .peers: ["store", "├ main", "└ worker"]
      }
    return names.map { TextLine($0).indented(by: 2) }
  }

  /// The contexts by name, in the order of the picture.
  func contexts(of chat: ChatStack) -> [(name: String, context: NSManagedObjectContext)] {
    let main = chat.viewContext
    main.name = "main"
    switch self {
    case .mainRoot: return [("main", main), ("worker", chat.child(of: main, "worker"))]
    case .peers: return [("main", main), ("worker", chat.backgroundContext("worker"))]
    case .privateRoot:
      let root = chat.backgroundContext("root")
      let main = NSManagedObjectContext(.mainQueue)
      main.parent = root
      main.name = "main"
      return [("root", root), ("main", main), ("worker", chat.child(of: main, "worker"))]
    }
  }
}
