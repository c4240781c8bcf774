internal import Foundation

/// Rows that were read together.
enum RowBatch {
  case packed(RowHolder, places: [Int])
  case row(Row)

  func append(to rows: inout [Row]) {
    switch self {
    case .row(let row): rows.append(row)
    case .packed(let holder, let places):
      var holders = PrecountedReferences(holder, inAdvance: places.count)
      for place in places { rows.append(Row(holder.row(at: place), in: holders.take())) }
    }
  }
}

/// Packs the rows that a statement stands on, and hands them out a few at a time.
struct RowPacker: ~Copyable {
  private let reader: RowReader
  private let forFaults: Bool
  /// How many rows make a batch. One that is held keeps the bytes of the others; of faults
  /// most never fire.
  private let mostRows: Int
  private var packed = PackedRows()
  private var places: [Int] = []
  /// What is to be taken.
  private(set) var batches: [RowBatch] = []

  /// Long rows are kept as bytes only for faults, of which most never fire: their texts and data
  /// are to be shared by all who read them, not copied for each.
  init(by reader: RowReader, forFaults: Bool = false) {
    self.reader = reader
    self.forFaults = forFaults
    mostRows = forFaults ? 64 : 16
  }

  mutating func takeBatches() -> [RowBatch] {
    defer { batches.removeAll(keepingCapacity: true) }
    return batches
  }

  /// Reads the row the statement stands on.
  @inline(__always)
  mutating func read(
    _ statement: SQLiteStatement, _ layout: RowLayout, key: Int64, version: Int64
  ) throws {
    if layout.hasOpaqueValues { return try readValues(statement, layout) }
    let first = packed.beginRow()
    try reader.pack(statement, layout, key: key, version: version, into: &packed)
    if packed.end - first > layout.headBytes + RowLayout.mostBytesBesideWords {
      finishLongRow(at: first)
    } else {
      places.append(first)
      if places.count == mostRows { finish() }
    }
  }

  /// Makes a batch of the rows that were read.
  @inline(never)
  mutating func finish() {
    if places.isEmpty { return }
    batches.append(.packed(RowHolder(packed.take(), by: reader), places: places))
    places = []
    places.reserveCapacity(mostRows)
  }

  @inline(never)
  private mutating func readValues(_ statement: SQLiteStatement, _ layout: RowLayout) throws {
    finish()
    batches.append(.row(try reader.rowOfValues(statement, layout)))
  }

  /// A batch of its own, so that its neighbours do not keep so much.
  @inline(never)
  private mutating func finishLongRow(at first: Int) {
    let holder = RowHolder(packed.take(from: first), by: reader)
    finish()
    let row = Row(holder.row(at: 0), in: holder)
    batches.append(forFaults ? .packed(holder, places: [0]) : .row(row.unpacked))
  }
}

extension RowReader {
  /// Packs the row the statement stands on.
  @inline(__always)
  fileprivate func pack(
    _ statement: SQLiteStatement, _ layout: RowLayout, key: Int64, version: Int64,
    into packed: inout PackedRows
  ) throws {
    let first = packed.end
    packed.appendZeros(layout.headBytes)
    packed.put(
      PackedHead(layout: UncountedReference(layout), key: key, version: version), at: first)
    let slots = layout.slots
    for index in 0..<slots.count where slots[index].code != .none {
      let column = statement[slots[index].column]
      if column.isNull {
        packed.setBit(index & 7, at: first + RowLayout.placeOfEmpty(index))
        continue
      }
      let place = first + Int(slots[index].word)
      if slots[index].code == .decimal {
        guard var decimal = column.decimal else { throw damage(slots[index], layout, statement) }
        withUnsafeBytes(of: &decimal) { packed.append($0, tellingAt: place, from: first) }
        continue
      }
      if !column.fits(slots[index].code) { throw damage(slots[index], layout, statement) }
      switch slots[index].code {
      case .none, .decimal: break
      case .integer: packed.put(column.integer, at: place)
      case .real, .date: packed.put(column.real, at: place)
      case .reference:
        packed.put(column.integer, at: place)
        if slots[index].entityColumn >= 0 {
          packed.put(try destination(slots[index], layout, statement), at: place + 8)
        }
      case .text, .url: packed.append(column.textBytes, tellingAt: place, from: first)
      case .data, .uuid, .opaque: packed.append(column.dataBytes, tellingAt: place, from: first)
      }
    }
  }
}

extension PackedRows {
  /// Appends bytes, and tells in a word where they are in the row that begins at `first`.
  @inline(__always)
  fileprivate mutating func append(
    _ bytes: UnsafeRawBufferPointer, tellingAt word: Int, from first: Int
  ) {
    put(UInt32(truncatingIfNeeded: end - first), at: word)
    put(UInt32(truncatingIfNeeded: bytes.count), at: word + 4)
    append(bytes)
  }
}
