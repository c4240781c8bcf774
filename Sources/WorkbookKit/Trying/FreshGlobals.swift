internal import Foundation

/// The variables of a module that live as long as the process, put back before each run: a
/// singleton that one run has made is made again by the next.
///
///     static let shared = Cache()      a pointer, and a mark that it was made
///     static var count = 3             a number
///
/// What they refer to is not freed. The symbols of the running program tell where they lie.
struct FreshGlobals {
  private let variables: [(place: UnsafeMutableRawPointer, bytes: [UInt8])]
  /// Where the marks lie that a lazy global was made, and what the global is called.
  let marks: [UInt: String]

  /// Remembers what the variables of a module hold now.
  init(ofModule module: String) {
    let base = Self.loadAddress
    let mangled = "\(module.utf8.count)\(module)"
    let symbols = ProgramSymbols()?.variables(where: { Self.isVariable($0, mangled) }) ?? []
    variables = symbols.compactMap { symbol in
      guard let place = base.map({ $0 + symbol.offset }) else { return nil }
      return (place, [UInt8](UnsafeRawBufferPointer(start: place, count: symbol.size)))
    }
    marks = symbols.reduce(into: [:]) { marks, symbol in
      guard let place = base.map({ $0 + symbol.offset }), symbol.name.hasSuffix("Wz") else {
        return
      }
      marks[UInt(bitPattern: place)] = Self.plainName(symbol.name)
    }
  }

  /// `$s4Mine5CacheC6shared_Wz` is `shared`.
  private static func plainName(_ symbol: String) -> String {
    let word = symbol.dropLast(3).split { !$0.isLetter && $0 != "_" }.last
    return word.map(String.init) ?? symbol
  }

  /// What was never touched is left alone: it may lie where nothing can be written.
  func putBack() {
    for (place, bytes) in variables {
      bytes.withUnsafeBytes { before in
        guard memcmp(place, before.baseAddress!, bytes.count) != 0 else { return }
        place.copyMemory(from: before.baseAddress!, byteCount: bytes.count)
      }
    }
  }

  /// A variable, a static one, or the mark that one was made.
  private static func isVariable(_ symbol: String, _ module: String) -> Bool {
    symbol.hasPrefix("$s") && symbol.contains(module)
      && (symbol.hasSuffix("vp") || symbol.hasSuffix("vpZ") || symbol.hasSuffix("Wz"))
  }

  /// Where the kernel put the first page of this program.
  static var loadAddress: UnsafeMutableRawPointer? {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().plainPath
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let first = maps.split(separator: "\n").first { $0.hasSuffix(program) }
    return first?.split(separator: "-").first.flatMap { UInt($0, radix: 16) }
      .flatMap(UnsafeMutableRawPointer.init(bitPattern:))
  }
}

/// The table of symbols in the file of this program.
private struct ProgramSymbols {
  struct Symbol {
    let name: String
    let offset: Int
    let size: Int
  }

  private let file: Data

  init?() {
    guard let file = try? Data(contentsOf: URL(filePath: "/proc/self/exe"), options: .alwaysMapped)
    else { return nil }
    self.file = file
  }

  /// Those of writable size in the table, by the layout of ELF for 64 bits.
  func variables(where isWanted: (String) -> Bool) -> [Symbol] {
    file.withUnsafeBytes { bytes in
      func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Int {
        Int(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: offset, as: type))
      }
      let (sections, size) = (number(0x28, UInt64.self), number(0x3A, UInt16.self))
      func section(_ index: Int) -> Int { sections + index * size }
      let table = (0..<number(0x3C, UInt16.self)).first {
        number(section($0) + 4, UInt32.self) == 2
      }
      guard let table else { return [] }
      let start = number(section(table) + 0x18, UInt64.self)
      let names = number(section(number(section(table) + 0x28, UInt32.self)) + 0x18, UInt64.self)
      let count = number(section(table) + 0x20, UInt64.self) / 24
      return (0..<count).compactMap { index in
        let symbol = start + index * 24
        let size = number(symbol + 16, UInt64.self)
        // Only what holds data and lies in this file.
        guard size > 0, number(symbol + 4, UInt8.self) & 0xF == 1,
          number(symbol + 6, UInt16.self) != 0
        else { return nil }
        let name = bytes.baseAddress! + names + number(symbol, UInt32.self)
        let text = String(cString: name.assumingMemoryBound(to: CChar.self))
        guard isWanted(text) else { return nil }
        return Symbol(name: text, offset: number(symbol + 8, UInt64.self), size: size)
      }
    }
  }
}
