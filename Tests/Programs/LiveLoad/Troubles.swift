import Foundation

/// What went wrong, in sentences. The first few say it all.
final class Troubles: @unchecked Sendable {
  // @unchecked Sendable because the sentences are reached only under the lock.
  private let lock = NSLock()
  private var kept: [String] = []
  private static let enough = 20

  func note(_ sentence: String) {
    lock.withLock { if kept.count < Self.enough { kept.append(sentence) } }
  }

  var sentences: [String] { lock.withLock { kept } }
  var areEnough: Bool { lock.withLock { kept.count == Self.enough } }
}
