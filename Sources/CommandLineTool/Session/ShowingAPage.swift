internal import Terminal
internal import WorkbookKit

/// A report as text or as JSON.
extension Session {
  func show(_ page: some Page, _ options: CommonOptions, next: String) -> ExitStatus {
    guard !options.isJSON else {
      console.show(json: page.json)
      return .done
    }
    console.show(page.lines(width: console.width, isAccessible: console.isAccessible))
    suggest(next)
    return .done
  }
}
