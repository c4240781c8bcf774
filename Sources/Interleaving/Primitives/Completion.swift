/// A condition that becomes true once and stays true.
public final class Completion: Sendable {
  /// Its name in reports.
  public let name: String
  let core: any CompletionCore
  private let home: Home

  init(name: String, core: any CompletionCore, home: Home) {
    self.name = name
    self.core = core
    self.home = home
  }

  /// Returns once `complete` has been called.
  public func wait(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    core.wait(at: place)
  }

  /// Waits for so long at most; false if that was too short.
  public func wait(
    atMost limit: Duration, file: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    return core.wait(atMost: limit, at: place)
  }

  /// Lets everybody who waits, now or later, go on. Calling it again changes nothing.
  public func complete(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    core.complete(at: place)
  }

  /// Whether it was completed. A scheduling point.
  public var isComplete: Bool { core.isComplete }
}
