internal import Foundation
internal import Interleaving
internal import Synchronization

/// The contexts whose blocks the calling thread is inside of.
enum CurrentContext {
  /// What is kept per thread, in memory of its own: reading a property asks for it, and neither
  /// counting references nor checking for overlapping access is wanted there.
  private struct Blocks {
    /// Innermost last.
    var stack: [(context: NSManagedObjectContext, place: SourcePlace)] = []
    /// What identifies the innermost context to its objects.
    var innermost: ObjectIdentifier?
  }

  static func inside<Result>(
    _ context: NSManagedObjectContext, at place: SourcePlace, _ body: () throws -> Result
  ) rethrows -> Result {
    let blocks = ofThread
    blocks.pointee.stack.append((context, place))
    blocks.pointee.innermost = ObjectIdentifier(context.registry)
    defer {
      blocks.pointee.stack.removeLast()
      let outer = blocks.pointee.stack.last?.context
      blocks.pointee.innermost = outer.map { ObjectIdentifier($0.registry) }
      if !blocks.pointee.stack.contains(where: { $0.context === context }) {
        context.registry.endBlock()
      }
    }
    return try body()
  }

  /// Whether the innermost block is one of the context with this registry. Then its queue is held
  /// and the caller may touch its objects; if not, that is still to be found out.
  @inline(__always)
  static func isInside(_ registry: ObjectIdentifier) -> Bool {
    guard let known = pthread_getspecific(key.load(ordering: .relaxed)) else { return false }
    return known.assumingMemoryBound(to: Blocks.self).pointee.innermost == registry
  }

  static var innermost: NSManagedObjectContext? { innermostBlock?.context }

  /// With the line that asked for the block.
  static var innermostBlock: (context: NSManagedObjectContext, place: SourcePlace)? {
    ofThread.pointee.stack.last
  }

  /// No key at all until the first block makes one. It is there from the start, so that reading a
  /// property need not ask whether it has been made.
  private static let key = Atomic<pthread_key_t>(.max)
  private static let madeKey: pthread_key_t = {
    var made = pthread_key_t()
    pthread_key_create(&made) {
      guard let blocks = $0?.assumingMemoryBound(to: Blocks.self) else { return }
      blocks.deinitialize(count: 1)
      blocks.deallocate()
    }
    key.store(made, ordering: .relaxed)
    return made
  }()

  private static var ofThread: UnsafeMutablePointer<Blocks> {
    let key = madeKey
    if let known = pthread_getspecific(key) { return known.assumingMemoryBound(to: Blocks.self) }
    let made = UnsafeMutablePointer<Blocks>.allocate(capacity: 1)
    made.initialize(to: Blocks())
    pthread_setspecific(key, made)
    return made
  }
}
