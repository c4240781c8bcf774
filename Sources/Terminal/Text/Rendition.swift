extension TextRole {
  /// The parameters of the terminal's "select graphic rendition", empty for plain text.
  /// Only the sixteen basic colours: they follow the reader's own theme.
  var rendition: String {
    switch self {
    case .plain: ""
    case .heading: "1;36"
    case .strong: "1"
    case .emphasis: "3"
    case .code: "36"
    case .link: "4;34"
    case .faint: "2"
    case .good: "32"
    case .bad: "1;31"
    case .warning: "33"
    case .lane(let lane): Self.laneRenditions[lane.remainderIndex(Self.laneRenditions.count)]
    case .keyword: "35"
    case .string: "32"
    case .comment: "2"
    case .number: "33"
    case .type: "36"
    case .attribute: "34"
    }
  }

  private static let laneRenditions = ["36", "33", "35", "32", "34", "31", "96", "93"]
}

extension Int {
  /// This position in a repeating list of `count`, also for negative positions.
  fileprivate func remainderIndex(_ count: Int) -> Int {
    let remainder = self % count
    return remainder < 0 ? remainder + count : remainder
  }
}
