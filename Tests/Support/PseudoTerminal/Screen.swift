/// What a terminal would show: a small one that knows the controls line editors use.
public struct Screen: Sendable {
  public private(set) var columns: Int
  public private(set) var rows: Int
  /// The cursor's place, counted from 0.
  public private(set) var row = 0
  public private(set) var column = 0

  private var cells: [[Character]]
  private var scrolledOff: [String] = []
  private var decoder = ControlDecoder()
  private var inserts = false

  /// Stands in the second cell of a wide character.
  private static let covered: Character = "\u{0}"

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Self.blank(columns), count: rows)
  }

  /// The lines in the window, without the blanks at their ends.
  public var lines: [String] { cells.map(Self.line) }

  /// Everything shown so far and not forgotten, also what was scrolled out of the window.
  public var text: String {
    let shown = scrolledOff + lines
    let used = (shown.lastIndex { !$0.isEmpty }).map { $0 + 1 } ?? 0
    return shown[..<used].joined(separator: "\n")
  }

  /// The line with the cursor.
  public var currentLine: String { Self.line(cells[row]) }

  mutating func write(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if let control = decoder.take(byte) { apply(control) }
    }
  }

  mutating func resize(columns: Int, rows: Int) {
    let used = cells.prefix(row + 1).suffix(rows)
    row = used.count - 1
    cells = used.map { Array($0.prefix(columns)) + Self.blank(max(0, columns - $0.count)) }
    cells += Array(repeating: Self.blank(columns), count: rows - cells.count)
    (self.columns, self.rows) = (columns, rows)
    column = min(column, columns)
  }

  mutating func forgetAboveCursor() {
    scrolledOff = []
    for index in 0..<row { cells[index] = Self.blank(columns) }
  }

  // MARK: Controls

  private mutating func apply(_ control: ControlDecoder.Control) {
    switch control {
    case .character(let character, let width): put(character, width: width)
    case .carriageReturn: column = 0
    case .lineFeed: lineFeed()
    case .backspace: column = max(0, column - 1)
    case .tab: column = min(columns - 1, (column / 8 + 1) * 8)
    case .sequence(let final, let parameters): sequence(final, parameters)
    }
  }

  private mutating func sequence(_ final: Character, _ parameters: [Int]) {
    let first = parameters.first ?? 0
    let count = max(1, first)
    switch final {
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns, count) - 1
    case "H":
      row = min(rows, count) - 1
      column = min(columns, max(1, parameters.dropFirst().first ?? 1)) - 1
    case "J": erase(below: first)
    case "K": eraseLine(first)
    case "P": deleteCells(count)
    case "@": insertCells(count)
    case "h", "l": if first == 4 { inserts = final == "h" }
    default: break  // colours and modes change no text
    }
  }

  private mutating func put(_ character: Character, width: Int) {
    guard width > 0 else {
      // A combining mark joins the character before it.
      if column > 0 {
        cells[row][column - 1] = Character(String(cells[row][column - 1]) + String(character))
      }
      return
    }
    if column + width > columns {
      column = 0
      lineFeed()
    }
    if inserts { insertCells(width) }
    cells[row][column] = character
    if width == 2 { cells[row][column + 1] = Self.covered }
    column += width
  }

  private mutating func lineFeed() {
    if row < rows - 1 {
      row += 1
    } else {
      scrolledOff.append(Self.line(cells.removeFirst()))
      cells.append(Self.blank(columns))
    }
  }

  private mutating func erase(below mode: Int) {
    if mode == 0 { eraseLine(0) }
    for index in (mode == 0 ? row + 1 : 0)..<rows { cells[index] = Self.blank(columns) }
  }

  private mutating func eraseLine(_ mode: Int) {
    let start = mode == 0 ? min(column, columns) : 0
    let end = mode == 1 ? min(column + 1, columns) : columns
    for index in start..<max(start, end) { cells[row][index] = " " }
  }

  private mutating func deleteCells(_ count: Int) {
    let count = min(count, columns - column)
    cells[row].removeSubrange(column..<column + count)
    cells[row] += Self.blank(count)
  }

  private mutating func insertCells(_ count: Int) {
    cells[row].insert(contentsOf: Self.blank(count), at: min(column, columns))
    cells[row].removeLast(count)
  }

  private static func blank(_ count: Int) -> [Character] { Array(repeating: " ", count: count) }

  private static func line(_ cells: [Character]) -> String {
    let text = String(cells.filter { $0 != covered })
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}
