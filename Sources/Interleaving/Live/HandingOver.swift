#if !THREAD_SANITIZER
  internal import Foundation

  // Where a thread hands work to Dispatch. These functions are found before those of the library. On
  // a thread of a controlled run they tell of it first: what comes of the work is decided outside the
  // run, so the run ends here. (ThreadSanitizer comes first in the same way; with it, runs do
  // without.)

  /// Tells the run, if the calling thread is part of one.
  func tell(_ whom: StaticString) {
    guard let state = ThreadState.existing, let thread = state.virtual, !state.isOwnAffair else {
      return
    }
    thread.core.noteHandOver(to: "\(whom)", by: thread)
  }

  /// The library's own function.
  private func next<Function>(_ name: String, as type: Function.Type = Function.self) -> Function {
    let next = UnsafeMutableRawPointer(bitPattern: -1)
    return unsafeBitCast(dlsym(next, name)!, to: Function.self)
  }

  private typealias Create =
    @convention(c) (UnsafeRawPointer?, UInt, UInt, UnsafeRawPointer?) -> UnsafeMutableRawPointer?
  private typealias Two = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  private typealias Three =
    @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  private typealias Timed =
    @convention(c) (UInt64, UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  private typealias TimedFunction =
    @convention(c) (UInt64, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  private enum Next {
    static let async: Two = next("dispatch_async")
    static let asyncFunction: Three = next("dispatch_async_f")
    static let barrier: Two = next("dispatch_barrier_async")
    static let after: Timed = next("dispatch_after")
    static let afterFunction: TimedFunction = next("dispatch_after_f")
    static let group: Three = next("dispatch_group_async")
    static let notify: Three = next("dispatch_group_notify")
    static let apply: Timed = next("dispatch_apply")
    static let source: Create = next("dispatch_source_create")
  }

  @_cdecl("dispatch_async") @usableFromInline
  func seenAsync(_ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    tell("a real dispatch queue")
    Next.async(queue, block)
  }

  @_cdecl("dispatch_async_f") @usableFromInline
  func seenAsyncFunction(
    _ queue: UnsafeRawPointer?, _ context: UnsafeRawPointer?, _ work: UnsafeRawPointer?
  ) {
    tell("a real dispatch queue")
    Next.asyncFunction(queue, context, work)
  }

  @_cdecl("dispatch_barrier_async") @usableFromInline
  func seenBarrier(_ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    tell("a real dispatch queue")
    Next.barrier(queue, block)
  }

  @_cdecl("dispatch_after") @usableFromInline
  func seenAfter(_ when: UInt64, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    tell("a timer of a real dispatch queue")
    Next.after(when, queue, block)
  }

  @_cdecl("dispatch_after_f") @usableFromInline
  func seenAfterFunction(
    _ when: UInt64, _ queue: UnsafeRawPointer?, _ context: UnsafeRawPointer?,
    _ work: UnsafeRawPointer?
  ) {
    tell("a timer of a real dispatch queue")
    Next.afterFunction(when, queue, context, work)
  }

  @_cdecl("dispatch_group_async") @usableFromInline
  func seenGroup(
    _ group: UnsafeRawPointer?, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?
  ) {
    tell("a real dispatch group")
    Next.group(group, queue, block)
  }

  @_cdecl("dispatch_group_notify") @usableFromInline
  func seenNotify(
    _ group: UnsafeRawPointer?, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?
  ) {
    tell("a real dispatch group")
    Next.notify(group, queue, block)
  }

  /// A timer, or what waits for a file: what is done when it fires is done by a queue.
  @_cdecl("dispatch_source_create") @usableFromInline
  func seenSource(
    _ type: UnsafeRawPointer?, _ handle: UInt, _ mask: UInt, _ queue: UnsafeRawPointer?
  ) -> UnsafeMutableRawPointer? {
    tell("a source of a real dispatch queue")
    return Next.source(type, handle, mask, queue)
  }

  @_cdecl("dispatch_apply") @usableFromInline
  func seenApply(_ count: UInt64, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    tell("the threads of DispatchQueue.concurrentPerform")
    Next.apply(count, queue, block)
  }
#endif
