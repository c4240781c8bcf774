internal import Foundation

/// What programs, and not the language's library, call in that library: a new actor, a group that is
/// left. The calls lead here first; their names may not be defined anew.
enum CallsOfPrograms {
  private typealias Call = @convention(c) (UnsafeMutableRawPointer) -> Void

  /// Done once, before the first run.
  static func see() {
    _ = (initializeActor, destroyGroup)
    let seeActor: Call = { actor in
      CallsOfPrograms.initializeActor(actor)
      TaskSightings.seen { thread in
        guard thread.core.isGoingOn else { return }
        thread.core.model.noteActor(at: UnsafeRawPointer(actor), madeBy: thread)
        thread.core.tasks?.released[UnsafeRawPointer(actor)] = nil
      }
    }
    let seeGroup: Call = { group in
      TaskSightings.seen { $0.core.noteGroupIsLeft(UnsafeRawPointer(group), by: $0) }
      CallsOfPrograms.destroyGroup(group)
    }
    for library in LoadedLibrary.all(withProgram: true) {
      library.call(seeActor, for: "swift_defaultActor_initialize")
      library.call(seeGroup, for: "swift_taskGroup_destroy")
    }
  }

  private static let initializeActor = own("swift_defaultActor_initialize")
  private static let destroyGroup = own("swift_taskGroup_destroy")

  private static func own(_ symbol: String) -> Call {
    unsafeBitCast(dlsym(nil, symbol)!, to: Call.self)
  }
}
