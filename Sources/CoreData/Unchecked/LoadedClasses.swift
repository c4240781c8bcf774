internal import Foundation
internal import Synchronization

/// The classes of this process, as the program files list them.
///
/// Linux has no table of classes by name. But every program file brings a list of its types for
/// the run time of Swift, which hands these lists out.
enum LoadedClasses {
  fileprivate struct Index {
    var sections = 0
    var byName: [String: [TypeDescriptor]] = [:]
  }

  private static let index = Mutex(Index())

  /// The types of this name, outermost ones only, in all modules, sorted by these.
  static func types(named name: String) -> [(module: String, type: Any.Type)] {
    let sections = TypeSection.all()
    let descriptors = index.withLock { index in
      // A library may have been loaded since.
      if index.sections != sections.count { index = Index(of: sections) }
      return index.byName[name] ?? []
    }
    let found = descriptors.compactMap { descriptor in
      descriptor.module.flatMap { module in
        descriptor.type(in: module).map { (module, $0) }
      }
    }
    return found.sorted { $0.0 < $1.0 }
  }
}

extension LoadedClasses.Index {
  fileprivate init(of sections: [TypeSection]) {
    self.sections = sections.count
    for section in sections {
      for descriptor in section.descriptors where descriptor.module != nil {
        byName[descriptor.name, default: []].append(descriptor)
      }
    }
  }
}

/// The list of types in one program file.
private struct TypeSection {
  let start: UnsafeRawPointer
  let count: Int

  private typealias Body = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Bool
  private typealias Enumerate = @convention(c) (Body, UnsafeMutableRawPointer?) -> Void

  /// All lists. None, if this run time does not hand them out.
  static func all() -> [TypeSection] {
    guard let symbol = dlsym(nil, "swift_enumerateAllMetadataSections") else { return [] }
    let enumerate = unsafeBitCast(symbol, to: Enumerate.self)
    var sections: [TypeSection] = []
    withUnsafeMutablePointer(to: &sections) { sections in
      enumerate(
        { record, sections in
          if let section = TypeSection(record) {
            sections?.assumingMemoryBound(to: [TypeSection].self).pointee.append(section)
          }
          return true
        }, sections)
    }
    return sections
  }

  /// What the run time says of a program file (`MetadataSections` in the sources of Swift), in
  /// words:
  ///
  ///     0  version   1-3  of the run time   4, 5  protocols   6, 7  conformances   8, 9  types
  ///
  /// where each pair is a beginning and a length in bytes. An entry has four.
  private init?(_ record: UnsafeRawPointer) {
    let words = record.assumingMemoryBound(to: UInt.self)
    let (version, types, length) = (words[0], words[8], words[9])
    guard version >= 1, let start = UnsafeRawPointer(bitPattern: types), length % 4 == 0 else {
      return nil
    }
    (self.start, count) = (start, Int(length / 4))
  }

  var descriptors: some Sequence<TypeDescriptor> {
    (0..<count).lazy.compactMap { TypeDescriptor(start + $0 * 4) }
  }
}

/// What the compiler writes down about a type (`ContextDescriptorKind` and its flags in Swift's ABI):
/// flags, then by distance from where the distance stands what encloses it, and its name.
private struct TypeDescriptor: @unchecked Sendable {
  // @unchecked Sendable because it points into the program's read-only data.
  private let start: UnsafeRawPointer
  private let letter: String

  /// The descriptor that an entry of a list points to, directly or not; nil for generic types and
  /// for kinds that are no class, structure or enumeration.
  init?(_ entry: UnsafeRawPointer) {
    let offset = entry.load(as: Int32.self)
    let target = entry + Int(offset & ~3)
    switch offset & 3 {
    case 0: start = target
    case 1: start = target.load(as: UnsafeRawPointer.self)
    default: return nil
    }
    let flags = start.load(as: UInt32.self)
    guard flags & Self.isGeneric == 0 else { return nil }
    // The letter is what a mangled name says for the kind.
    switch flags & Self.kind {
    case Self.classKind: letter = "C"
    case Self.structKind: letter = "V"
    case Self.enumKind: letter = "O"
    default: return nil
    }
  }

  var name: String { Self.text(at: start + 8) }

  /// The module, if nothing else encloses the type.
  var module: String? {
    let offset = (start + 4).load(as: Int32.self)
    var parent = start + 4 + Int(offset & ~1)
    if offset & 1 == 1 { parent = parent.load(as: UnsafeRawPointer.self) }
    let kind = parent.load(as: UInt32.self) & Self.kind
    return kind == Self.moduleKind ? Self.text(at: parent + 8) : nil
  }

  /// The type itself, by the name that the compiler gives it.
  func type(in module: String) -> Any.Type? {
    _typeByName("\(module.utf8.count)\(module)\(name.utf8.count)\(name)\(letter)")
  }

  private static let (isGeneric, kind): (UInt32, UInt32) = (0x80, 0x1F)
  private static let (moduleKind, classKind, structKind, enumKind):
    (UInt32, UInt32, UInt32, UInt32) =
      (0, 16, 17, 18)

  private static func text(at place: UnsafeRawPointer) -> String {
    String(cString: (place + Int(place.load(as: Int32.self))).assumingMemoryBound(to: CChar.self))
  }
}
