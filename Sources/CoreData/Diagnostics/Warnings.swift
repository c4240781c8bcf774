internal import Foundation
internal import Synchronization

/// What the engine writes to standard error, each sentence once.
enum Warnings {
  private static let said = Mutex<Set<String>>([])

  static func warn(_ text: String) {
    guard said.withLock({ $0.insert(text).inserted }) else { return }
    FileHandle.standardError.write(Data("CoreData: warning: \(text)\n".utf8))
  }
}
