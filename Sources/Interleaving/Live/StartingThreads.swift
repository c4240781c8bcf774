internal import Foundation

// Where a thread starts a real one, which is a hand-over like any other (`HandingOver.swift`).
//
// A function named `pthread_create` in the program would not be found before the C library's: other
// libraries ask for that one by its version. So the slots are changed through which they call it.

/// Sees to it that threads of a run are told when they start real ones; done once, before the first
/// run. Code that is linked into the program itself and calls `pthread_create` directly goes unseen.
enum StartingThreads {
  #if THREAD_SANITIZER || !(arch(x86_64) || arch(arm64))
    static let see: Void = ()
  #else
    private typealias Visit =
      @convention(c) (UnsafeRawPointer, Int, UnsafeMutableRawPointer?) -> Int32
    private typealias VisitAll = @convention(c) (Visit, UnsafeMutableRawPointer?) -> Int32

    static let see: Void = {
      guard let visitAll = dlsym(nil, "dl_iterate_phdr") else { return }
      _ = create
      _ = unsafeBitCast(visitAll, to: VisitAll.self)(
        { library, _, _ in
          LoadedLibrary(library)?.call(StartingThreads.seenCreate, for: "pthread_create")
          return 0
        }, nil)
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

/// A shared library as the loader describes it, with the offsets of the 64-bit ELF format.
private struct LoadedLibrary {
  private let base: UInt
  /// The entries of its dynamic section, by tag.
  private var entries: [Int: UInt] = [:]

  private enum Tag {
    static let (relocations, size) = (7, 8)
    static let (calls, callsSize) = (23, 2)
    static let (strings, symbols) = (5, 6)
  }

  /// Nil for the program itself, and for what the kernel brings.
  init?(_ info: UnsafeRawPointer) {
    base = info.load(as: UInt.self)
    let name = info.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
    guard base != 0, let name, name.pointee != 0 else { return nil }
    let headers = info.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    let count = Int(info.load(fromByteOffset: 24, as: UInt16.self))
    let dynamic = (0..<count).map { headers + $0 * 56 }.first { $0.load(as: UInt32.self) == 2 }
    let start = dynamic.map { base + $0.load(fromByteOffset: 16, as: UInt.self) }
    guard var entry = start.flatMap(UnsafeRawPointer.init(bitPattern:)) else { return nil }
    while entry.load(as: Int.self) != 0 {
      entries[entry.load(as: Int.self)] = entry.load(fromByteOffset: 8, as: UInt.self)
      entry += 16
    }
    guard let strings = entries[Tag.strings], strings > base else { return nil }
  }

  /// Makes the library call `function` instead of the one with that name.
  func call<Function>(_ function: Function, for name: String) {
    for (tag, size) in [(Tag.relocations, Tag.size), (Tag.calls, Tag.callsSize)] {
      guard let table = UnsafeRawPointer(bitPattern: entries[tag] ?? 0) else { continue }
      for number in 0..<Int(entries[size] ?? 0) / 24 {
        let relocation = table + number * 24
        guard isCall(relocation, of: name) else { continue }
        change(base + relocation.load(as: UInt.self), to: function)
      }
    }
  }

  private func isCall(_ relocation: UnsafeRawPointer, of name: String) -> Bool {
    #if arch(x86_64)
      let kinds: [UInt64] = [6, 7]
    #else
      let kinds: [UInt64] = [1025, 1026]
    #endif
    let info = relocation.load(fromByteOffset: 8, as: UInt64.self)
    guard kinds.contains(info & 0xffff_ffff),
      let symbols = UnsafeRawPointer(bitPattern: entries[Tag.symbols] ?? 0),
      let strings = UnsafePointer<CChar>(bitPattern: entries[Tag.strings] ?? 0)
    else { return false }
    let symbol = symbols + Int(info >> 32) * 24
    return strcmp(strings + Int(symbol.load(as: UInt32.self)), name) == 0
  }

  /// The loader may have made the slots read-only by now.
  private func change<Function>(_ slot: UInt, to function: Function) {
    let size = UInt(sysconf(Int32(_SC_PAGESIZE)))
    guard let page = UnsafeMutableRawPointer(bitPattern: slot & ~(size - 1)),
      mprotect(page, Int(size), PROT_READ | PROT_WRITE) == 0
    else { return }
    UnsafeMutableRawPointer(bitPattern: slot)?.storeBytes(of: function, as: Function.self)
  }
}
