/// Lines of cells, padded so that they stand below each other.
struct AlignedColumns {
  private let rows: [[String]]

  init(_ rows: [[String]]) { self.rows = rows }

  var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        if column < row.count - 1 {
          line += String(repeating: " ", count: widths[column] - cell.count + 3)
        }
      }
      return line
    }
  }
}
