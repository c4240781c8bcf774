/// A counting semaphore.
public final class CountingSemaphore: Sendable {
  /// Its name in reports.
  public let name: String
  let core: any SemaphoreCore
  private let home: Home

  init(name: String, core: any SemaphoreCore, home: Home) {
    self.name = name
    self.core = core
    self.home = home
  }

  /// Waits until the count is above 0 and lowers it.
  public func wait(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    core.wait(at: place)
  }

  /// Waits for so long at most; false if no signal came.
  public func wait(
    atMost limit: Duration, file: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    return core.wait(atMost: limit, at: place)
  }

  /// Raises the count and lets one waiter go on.
  public func signal(file: StaticString = #fileID, line: UInt = #line) {
    let place = SourcePlace(file: file, line: line)
    home.check(name, at: place)
    core.signal(at: place)
  }
}
