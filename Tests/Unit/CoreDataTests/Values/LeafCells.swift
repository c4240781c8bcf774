import Foundation

/// Which bytes of a SQLite file belong to which row: the cells of a table's leaf pages and the
/// pages that long rows overflow to, read off the documented file format.
struct LeafCells {
  private let bytes: [UInt8]
  private let pageSize: Int
  private(set) var cells: [(range: Range<Int>, key: Int64)] = []

  init(_ file: Data, root: Int) {
    bytes = [UInt8](file)
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = size == 1 ? 65536 : size
    walk(root)
  }

  /// The row that a byte belongs to.
  func key(at offset: Int) -> Int64? { cells.first { $0.range.contains(offset) }?.key }

  private func number(_ offset: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }

  /// A number of up to nine bytes with seven bits each, and where the next thing begins.
  private func variable(_ offset: Int) -> (value: Int64, next: Int) {
    var (value, place) = (UInt64(0), offset)
    for index in 0..<9 {
      let byte = bytes[place]
      place += 1
      if index == 8 { return (Int64(bitPattern: value << 8 | UInt64(byte)), place) }
      value = value << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { break }
    }
    return (Int64(bitPattern: value), place)
  }

  private mutating func walk(_ page: Int) {
    let start = (page - 1) * pageSize
    let header = page == 1 ? start + 100 : start
    let count = number(header + 3, 2)
    let isLeaf = bytes[header] == 13
    for index in 0..<count {
      let cell = start + number(header + (isLeaf ? 8 : 12) + 2 * index, 2)
      if isLeaf { note(cell) } else { walk(number(cell, 4)) }
    }
    if !isLeaf { walk(number(header + 8, 4)) }
  }

  private mutating func note(_ cell: Int) {
    let (length, afterLength) = variable(cell)
    let (key, content) = variable(afterLength)
    let (most, size) = (pageSize - 35, Int(length))
    var local = size
    if size > most {
      let least = (pageSize - 12) * 32 / 255 - 23
      let fitting = least + (size - least) % (pageSize - 4)
      local = fitting <= most ? fitting : least
    }
    let end = content + local + (size > most ? 4 : 0)
    cells.append((cell..<end, key))
    guard size > most else { return }
    var page = number(end - 4, 4)
    while page != 0 {
      let start = (page - 1) * pageSize
      cells.append((start..<start + pageSize, key))
      page = number(start, 4)
    }
  }
}
