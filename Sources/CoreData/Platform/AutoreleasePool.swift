/// Runs `body`. Linux has no autoreleased objects: what is let go, is gone at once.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}
