import CoreData
import Foundation
import Testing

@testable import WorkbookKit

/// Hang reports as tools write them, shortened to what tells.
struct ReportedCircleTests {
  private func circle(_ report: String) throws -> ReportedCircle {
    try #require(ReportedCircle(in: Data(report.utf8)))
  }

  /// `sample`: the outermost frame first.
  static let sample = """
    Call graph:
        2591 Thread_1200   DispatchQueue_1: com.apple.main-thread  (serial)
        + 2591 start  (in dyld) + 1
        +   2591 RoomsController.sync()  (in Chat) + 64  [0x1]
        +     2591 -[NSManagedObjectContext performBlockAndWait:]  (in CoreData) + 240  [0x2]
        +       2591 _dispatch_sync_f_slow  (in libdispatch.dylib) + 148  [0x3]
        +         2591 __ulock_wait  (in libsystem_kernel.dylib) + 8  [0x4]
        2591 Thread_1201   DispatchQueue_41: NSManagedObjectContext 0x600003: Sync  (serial)
        + 2591 _dispatch_client_callout  (in libdispatch.dylib) + 20  [0x5]
        +   2591 -[NSManagedObjectContext performBlockAndWait:]  (in CoreData) + 240  [0x6]
        +     2591 _dispatch_sync_f_slow  (in libdispatch.dylib) + 148  [0x7]
        2591 Thread_1202
        + 2591 __workq_kernreturn  (in libsystem_kernel.dylib) + 8  [0x8]
    """

  @Test func `two waits of a sample are a likely circle`() throws {
    let circle = try circle(Self.sample)
    #expect(circle.links.map(\.thread.name) == ["main", "Sync"])
    #expect(circle.links.map(\.isNamed) == [false, false])
    #expect(circle.shape == .mainWaitsForWorkThatNeedsMain)
    #expect(circle.scenario == "deadlocks/ping-pong")
  }

  @Test func `what is only likely is drawn dashed, and said so`() throws {
    let picture = try circle(Self.sample).picture(width: 76).map(\.text)
    #expect(
      picture == [
        "  ┌─> main  waits for its turn or its block on a context",
        "  ┆   ┆     which Sync may hold",
        "  ┆   v",
        "  ┆   Sync  waits for its turn or its block on a context",
        "  └╌╌╌┘     which main may hold",
      ])
  }

  @Test func `a report that names the owners is drawn solid`() throws {
    let report = """
      Thread 0x1a2b    DispatchQueue "com.apple.main-thread"(1)    1001 samples (1-1001)
        1001  Cache.image(_:) (Chat + 123) [0x1]
          1001  -[NSManagedObjectContext performBlockAndWait:] (CoreData + 240) [0x2]
           *1001  ??? (kernel + 3) [0x3] (blocked by turnstile waiting for Chat [12] thread 0x1a2c)
      Thread 0x1a2c    DispatchQueue "NSManagedObjectContext 0x60: import"(41)    1001 samples
        1001  Cache.store(_:) (Chat + 77) [0x4]
          1001  __psynch_mutexwait + 8 (libsystem_kernel.dylib + 12) [0x5]
           *1001  psynch_mtxcontinue (pthread + 1) [0x6] (blocked by turnstile waiting for Chat [12] thread 0x1a2b)
      """
    let circle = try circle(report)
    #expect(circle.links.map(\.isNamed) == [true, true])
    #expect(circle.shape == .lockAroundContext)
    let picture = circle.picture(width: 76).map(\.text)
    #expect(picture.last == "  └───┘       which main holds, says the report")
    #expect(!picture.joined().contains("┆"))
  }

  @Test func `gdb's threads are read from the innermost frame`() throws {
    let report = """
      Thread 2 (Thread 0x7f01 (LWP 12) "importer"):
      #0  0x00007f in __lll_lock_wait () from /lib/libc.so.6
      #1  0x00007f in pthread_mutex_lock () from /lib/libc.so.6
      #2  0x000055 in Cache.store() at Cache.swift:12

      Thread 1 (Thread 0x7f00 (LWP 11) "Chat"):
      #0  0x00007f in syscall () from /lib/libc.so.6
      #1  0x00007f in _dispatch_sync_f_slow () from /lib/libdispatch.so
      #2  0x000055 in NSManagedObjectContext.performAndWait() at Rooms.swift:30
      """
    let circle = try circle(report)
    #expect(circle.links.map(\.thread.name) == ["main", "importer"])
    #expect(circle.shape == .lockAroundContext)
  }

  @Test func `a crash log heads each thread twice`() throws {
    let report = """
      Thread 0 name:  Dispatch queue: com.apple.main-thread
      Thread 0 Crashed:
      0   libsystem_kernel.dylib  0x1 __ulock_wait + 8
      1   libdispatch.dylib       0x2 _dispatch_sync_f_slow + 148
      2   CoreData                0x3 -[NSManagedObjectContext performBlockAndWait:] + 240

      Thread 4 name:  Dispatch queue: NSManagedObjectContext 0x60: composer
      Thread 4:
      0   libsystem_kernel.dylib  0x4 __ulock_wait + 8
      1   libdispatch.dylib       0x5 _dispatch_sync_f_slow + 148
      2   CoreData                0x6 -[NSManagedObjectContext(_NestedContextSupport) _parentObjectsForFetchRequest:inContext:error:] + 1
      3   CoreData                0x7 -[NSManagedObjectContext save:] + 1
      """
    let circle = try circle(report)
    #expect(circle.links.map(\.thread.name) == ["main", "composer"])
    #expect(circle.shape == .mainWaitsForItsChild)
    #expect(circle.scenario == "deadlocks/busy-child")
  }

  @Test func `peers that wait for each other are the crossed shape`() throws {
    let report = """
      Thread_1   DispatchQueue_7: NSManagedObjectContext 0x1: import  (serial)
      1 -[NSManagedObjectContext performBlockAndWait:]
      Thread_2   DispatchQueue_8: NSManagedObjectContext 0x2: index  (serial)
      1 -[NSManagedObjectContext performBlockAndWait:]
      """
    #expect(try circle(report).shape == .contextsWaitForEachOther)
  }

  @Test func `one wait is no circle`() {
    let report = Self.sample.components(separatedBy: "2591 Thread_1201")[0]
    #expect(ReportedCircle(in: Data(report.utf8)) == nil)
  }

  @Test func `a listener hears the circle as sentences`() throws {
    let page = SymptomPage(Data(Self.sample.utf8))
    let text = page.lines(width: 200, isAccessible: true).map(\.text).joined(separator: "\n")
    #expect(
      text.contains("main waits for its turn or its block on a context, which Sync may hold."))
    #expect(!text.contains("┌"))
  }
}
