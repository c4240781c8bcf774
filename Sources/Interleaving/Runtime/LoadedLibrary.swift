internal import Foundation

/// A shared library as the loader describes it, with the offsets of the 64-bit ELF format.
struct LoadedLibrary {
  private let base: UInt
  /// From the first byte of it to the last, its variables included.
  let memory: Range<UInt>
  /// The entries of its dynamic section, by tag.
  private var entries: [Int: UInt] = [:]

  private enum Tag {
    static let (relocations, size) = (7, 8)
    static let (calls, callsSize) = (23, 2)
    static let (strings, symbols) = (5, 6)
  }

  private enum Segment {
    static let (loaded, dynamic): (UInt32, UInt32) = (1, 2)
  }

  private typealias Visit =
    @convention(c) (UnsafeRawPointer, Int, UnsafeMutableRawPointer?) -> Int32
  private typealias VisitAll = @convention(c) (Visit, UnsafeMutableRawPointer?) -> Int32

  /// All that are loaded by now, and the program itself if it is wanted.
  static func all(withProgram: Bool = false) -> [LoadedLibrary] {
    guard let visitAll = dlsym(nil, "dl_iterate_phdr") else { return [] }
    var found: [LoadedLibrary] = []
    withUnsafeMutablePointer(to: &found) { found in
      _ = unsafeBitCast(visitAll, to: VisitAll.self)(
        { info, _, found in
          guard let library = LoadedLibrary(info) else { return 0 }
          found!.assumingMemoryBound(to: [LoadedLibrary].self).pointee.append(library)
          return 0
        }, found)
    }
    return found.filter { withProgram || !$0.isProgram }
  }

  /// The program has no name here.
  private let isProgram: Bool

  /// Nil for what the kernel brings, and for a program that is not where it likes.
  init?(_ info: UnsafeRawPointer) {
    let base = info.load(as: UInt.self)
    self.base = base
    let name = info.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
    guard base != 0, let name else { return nil }
    isProgram = name.pointee == 0
    let headers = info.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    let count = Int(info.load(fromByteOffset: 24, as: UInt16.self))
    let segments = (0..<count).map { headers + $0 * 56 }
    let dynamic = segments.first { $0.load(as: UInt32.self) == Segment.dynamic }
    let start = dynamic.map { base + $0.load(fromByteOffset: 16, as: UInt.self) }
    let end = segments.filter { $0.load(as: UInt32.self) == Segment.loaded }
      .map {
        $0.load(fromByteOffset: 16, as: UInt.self) + $0.load(fromByteOffset: 40, as: UInt.self)
      }
      .max()
    memory = base..<base + (end ?? 0)
    guard var entry = start.flatMap(UnsafeRawPointer.init(bitPattern:)) else { return nil }
    while entry.load(as: Int.self) != 0 {
      entries[entry.load(as: Int.self)] = entry.load(fromByteOffset: 8, as: UInt.self)
      entry += 16
    }
    guard let strings = entries[Tag.strings], strings > base else { return nil }
  }

  /// Makes the library call `function` instead of the one with that name.
  ///
  /// A library has tens of thousands of relocations, and this happens at every start.
  func call<Function>(_ function: Function, for name: StaticString) {
    guard let symbols = UnsafeRawPointer(bitPattern: entries[Tag.symbols] ?? 0),
      let strings = UnsafePointer<CChar>(bitPattern: entries[Tag.strings] ?? 0)
    else { return }
    let wanted = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    for (tag, size) in [(Tag.relocations, Tag.size), (Tag.calls, Tag.callsSize)] {
      guard let table = UnsafeRawPointer(bitPattern: entries[tag] ?? 0) else { continue }
      for number in 0..<Int(entries[size] ?? 0) / 24 {
        let relocation = table + number * 24
        let info = relocation.load(fromByteOffset: 8, as: UInt64.self)
        guard Self.isOfCall(info & 0xffff_ffff) else { continue }
        let symbol = symbols + Int(info >> 32) * 24
        let found = strings + Int(symbol.load(as: UInt32.self))
        guard strncmp(found, wanted, name.utf8CodeUnitCount + 1) == 0 else { continue }
        change(base + relocation.load(as: UInt.self), to: function)
      }
    }
  }

  private static func isOfCall(_ kind: UInt64) -> Bool {
    #if arch(x86_64)
      kind == 6 || kind == 7
    #else
      kind == 1025 || kind == 1026
    #endif
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
