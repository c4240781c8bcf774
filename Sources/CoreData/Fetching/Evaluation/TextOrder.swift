internal import Foundation

/// The ways to order texts. Each is also a collation of every SQLite connection, so that a store
/// and memory agree on every order.
///
/// "Localized" orders follow one fixed locale: results must not depend on where they are computed.
enum TextOrder: String, Sendable, CaseIterable {
  /// By Unicode scalars; SQLite's own.
  case binary = "BINARY"
  case caseInsensitive = "CD_CASE_INSENSITIVE"
  case localized = "CD_LOCALIZED"
  case localizedCaseInsensitive = "CD_LOCALIZED_CASE_INSENSITIVE"
  /// As a person would sort file names: numbers by amount.
  case localizedStandard = "CD_LOCALIZED_STANDARD"

  private static let locale = Locale(identifier: "en_US")

  func compare(_ left: String, _ right: String) -> ComparisonResult {
    switch self {
    case .binary: Self.compareScalars(left, right)
    case .caseInsensitive: left.compare(right, options: .caseInsensitive)
    case .localized: left.compare(right, options: [], range: nil, locale: Self.locale)
    case .localizedCaseInsensitive:
      left.compare(right, options: .caseInsensitive, range: nil, locale: Self.locale)
    case .localizedStandard:
      left.compare(
        right, options: [.caseInsensitive, .numeric, .widthInsensitive],
        range: nil, locale: Self.locale)
    }
  }

  /// The order of the UTF-8 bytes is the order of the scalars.
  private static func compareScalars(_ left: String, _ right: String) -> ComparisonResult {
    if left.utf8.elementsEqual(right.utf8) { return .orderedSame }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? .orderedAscending : .orderedDescending
  }
}
