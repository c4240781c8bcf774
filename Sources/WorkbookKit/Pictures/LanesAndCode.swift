/// The lanes of a run, and the code that made its steps.
extension Timeline {
  /// From this width on there is room for both.
  private static let widthForCode = 120
  private static let gap = 3

  /// The lanes, what is said of them, and the code that `code` draws for a width: at the right of
  /// the lanes where there is room, and else below.
  func picture(
    width: Int, remarks: [TextLine] = [], code: (_ width: Int) -> [TextLine]
  ) -> [TextLine] {
    let below = code(width)
    guard !below.isEmpty else { return picture(width: width) + remarks }
    guard width >= Self.widthForCode else {
      return picture(width: width) + remarks + [.blank] + below
    }
    let column = min(below.map(\.width).max() ?? 0, width / 2)
    let lanes = picture(width: width - column - Self.gap)
    let end = lanes.map(\.width).max() ?? 0
    return lanes.beside(code(column), from: end + Self.gap) + remarks
  }
}
