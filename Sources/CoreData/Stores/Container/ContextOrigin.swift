internal import Foundation
internal import Interleaving

/// The line that asks a container for a context, while the container makes one: a subclass comes in
/// between, whose method knows no lines.
///
///     newBackgroundContext(file, line)    asked by the program, notes the line
///       newBackgroundContext()            a subclass's, or the container's own
///         super.newBackgroundContext()    the first again: the line is known, so it makes one
enum ContextOrigin {
  private struct Asked {
    let container: ObjectIdentifier
    let place: SourcePlace
  }

  static var place: SourcePlace? { asked?.place }

  static func isKnown(for container: NSPersistentContainer) -> Bool {
    asked?.container == ObjectIdentifier(container)
  }

  static func during<Result>(
    _ place: SourcePlace, of container: NSPersistentContainer, _ body: () throws -> Result
  ) rethrows -> Result {
    try withUnsafePointer(to: Asked(container: ObjectIdentifier(container), place: place)) { here in
      let before = pthread_getspecific(key)
      pthread_setspecific(key, here)
      defer { pthread_setspecific(key, before) }
      return try body()
    }
  }

  private static var asked: Asked? { pthread_getspecific(key)?.load(as: Asked.self) }

  private static let key: pthread_key_t = {
    var made = pthread_key_t()
    pthread_key_create(&made, nil)
    return made
  }()
}
