public import WorkbookKit

/// A class report as one page.
public struct ClassSheet {
  private let page: ClassPage

  public init(_ report: ClassReport) { page = ClassPage(report) }

  public func html() -> String {
    PageShell.page(
      title: page.title,
      [
        "<header class=\"top\"><span>Core Data Concurrency, a workbook</span></header>",
        "<h1>\(page.title)</h1>",
      ]
        + page.sections.map { section in
          "<section><h2>\(section.title)</h2>\(Markup.table(section.table))</section>"
        })
  }
}
