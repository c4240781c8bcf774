extension TextRole {
  /// The parameters of the terminal's "select graphic rendition", empty for plain text.
  /// Only the sixteen basic colours: they follow the reader's own theme.
  func rendition(isLight: Bool) -> String { isLight ? lightRendition ?? rendition : rendition }

  /// Where the usual colour cannot be read on a light ground.
  private var lightRendition: String? {
    switch self {
    case .heading: "1;34"
    case .code, .type: "34"
    case .warning, .number: "35"
    case .lane(let lane): Self.lightLanes[lane.remainderIndex(Self.lightLanes.count)]
    default: nil
    }
  }

  private var rendition: String {
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
  private static let lightLanes = ["34", "31", "35", "32", "1;34", "1;31", "1;35", "1;32"]
}

extension Int {
  /// This position in a repeating list of `count`, also for negative positions.
  fileprivate func remainderIndex(_ count: Int) -> Int {
    let remainder = self % count
    return remainder < 0 ? remainder + count : remainder
  }
}
