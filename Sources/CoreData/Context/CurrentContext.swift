internal import Foundation
internal import Interleaving
internal import Synchronization

/// The contexts whose blocks the calling thread is inside of.
enum CurrentContext {
  /// What is kept per thread.
  private struct Blocks {
    /// Innermost last.
    var stack: [(context: NSManagedObjectContext, place: SourcePlace)] = []
  }

  static func inside<Result>(
    _ context: NSManagedObjectContext, at place: SourcePlace, _ body: () throws -> Result
  ) rethrows -> Result {
    let blocks = ofThread
    blocks.pointee.stack.last?.context.registry.thread.leave()
    blocks.pointee.stack.append((context, place))
    context.registry.thread.enter()
    defer {
      blocks.pointee.stack.removeLast()
      context.registry.thread.leave()
      blocks.pointee.stack.last?.context.registry.thread.enter()
      if !blocks.pointee.stack.contains(where: { $0.context === context }) {
        context.registry.endBlock()
      }
    }
    return try body()
  }

  /// Whether the innermost block is one of the context with this registry. Then its queue is held
  /// and the caller may touch its objects; if not, that is still to be found out.
  @inline(__always)
  static func isInside(_ registry: ObjectRegistry) -> Bool {
    registry.thread.isInside(ThreadInside.caller)
  }

  static var innermost: NSManagedObjectContext? { innermostBlock?.context }

  /// With the line that asked for the block.
  static var innermostBlock: (context: NSManagedObjectContext, place: SourcePlace)? {
    ofThread.pointee.stack.last
  }

  private static let key: pthread_key_t = {
    var made = pthread_key_t()
    pthread_key_create(&made) {
      guard let blocks = $0?.assumingMemoryBound(to: Blocks.self) else { return }
      blocks.deinitialize(count: 1)
      blocks.deallocate()
    }
    return made
  }()

  private static var ofThread: UnsafeMutablePointer<Blocks> {
    if let known = pthread_getspecific(key) { return known.assumingMemoryBound(to: Blocks.self) }
    let made = UnsafeMutablePointer<Blocks>.allocate(capacity: 1)
    made.initialize(to: Blocks())
    pthread_setspecific(key, made)
    return made
  }
}

/// The thread whose innermost block is one of the context. Reading a property asks whether that is
/// the caller, which is one comparison; a value kept by the thread would have to be looked up.
///
/// Any thread may ask. Only the thread itself can find itself here, because only it writes its own
/// name.
struct ThreadInside: ~Copyable {
  private let name = Atomic<UInt>(0)

  /// The name of the calling thread.
  @inline(__always)
  static var caller: UInt { UInt(pthread_self()) }

  @inline(__always)
  func isInside(_ thread: UInt) -> Bool { name.load(ordering: .relaxed) == thread }

  func enter() { name.store(Self.caller, ordering: .relaxed) }

  func leave() { if isInside(Self.caller) { name.store(0, ordering: .relaxed) } }
}
