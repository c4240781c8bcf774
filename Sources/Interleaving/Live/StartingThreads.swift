internal import Foundation

// Where a thread starts a real one, which is a hand-over like any other (`HandingOver.swift`).
//
// A function named `pthread_create` in the program would not be found before the C library's: other
// libraries ask for that one by its version. So the slots are changed through which they call it.

/// Sees to it that threads of a run are told when they start real ones; done once, before the first
/// run.
enum StartingThreads {
  #if THREAD_SANITIZER || !(arch(x86_64) || arch(arm64))
    static let see: Void = ()
  #else
    static let see: Void = {
      _ = create
      for library in LoadedLibrary.all(withProgram: true) {
        library.call(StartingThreads.seenCreate, for: "pthread_create")
      }
    }()

    private typealias Create =
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeMutableRawPointer?
      ) -> Int32
    private static let create = unsafeBitCast(dlsym(nil, "pthread_create")!, to: Create.self)

    private static let seenCreate: Create = { thread, attributes, start, argument in
      tell("a real thread")
      return StartingThreads.create(thread, attributes, start, argument)
    }
  #endif
}
