public import Foundation

/// A place in the histories of one or more stores: after the transaction of that number in each.
public final class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The last transaction that lies behind it, by the UUID of the store.
  let numbers: [String: Int64]

  init(_ numbers: [String: Int64]) { self.numbers = numbers }

  /// The token itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? NSPersistentHistoryToken)?.numbers == numbers
  }
  public override var hash: Int { numbers.hashValue }

  public override var description: String {
    let places = numbers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "<NSPersistentHistoryToken \(places.joined(separator: ", "))>"
  }

  // MARK: Coding

  private static let key = "NSPersistentHistoryTokenNumbers"

  /// Tokens can be kept between two launches.
  public static var supportsSecureCoding: Bool { true }

  /// Writes the token into an archive.
  public func encode(with coder: NSCoder) {
    let numbers = numbers.mapValues { NSNumber(value: $0) }
    coder.encode(numbers as NSDictionary, forKey: Self.key)
  }

  /// The token in an archive; nil if there is none.
  public convenience init?(coder: NSCoder) {
    let classes: [AnyClass] = [NSDictionary.self, NSString.self, NSNumber.self]
    let found = coder.decodeObject(of: classes, forKey: Self.key) as? NSDictionary
    var numbers: [String: Int64] = [:]
    for (key, value) in found ?? [:] {
      guard let store = key as? String, let number = (value as? NSNumber)?.int64Value else {
        return nil
      }
      numbers[store] = number
    }
    if numbers.isEmpty { return nil }
    self.init(numbers)
  }
}
