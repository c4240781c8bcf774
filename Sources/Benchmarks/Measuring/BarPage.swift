internal import Foundation

/// Figures as bars with their promises: one page in one file, which needs no network.
struct BarPage {
  /// What the figures are of.
  let title: String
  let figures: [Figure]

  /// A file for such a page, looked at before anything is measured: nothing that is there is
  /// written over.
  static func file(_ path: String?) throws(BadArguments) -> String {
    guard let path, !path.isEmpty, !path.hasPrefix("-") else {
      throw BadArguments(text: "--html takes the name of a file")
    }
    let manager = FileManager.default
    guard !manager.fileExists(atPath: path) else {
      throw BadArguments(text: "'\(path)' is there already; name another file")
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard manager.isWritableFile(atPath: folder) else {
      throw BadArguments(text: "'\(path)' cannot be written; name a file in a folder of yours")
    }
    return path
  }

  func write(to path: String) throws(BadArguments) {
    do {
      try html.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw BadArguments(text: "'\(path)' cannot be written")
    }
  }

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <title>\(Self.escaped(title))</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <style>
    :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
    body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
    table { border-collapse: collapse; width: 100% }
    td, th { padding: .3rem .6rem .3rem 0; text-align: left; vertical-align: middle }
    .bar { position: relative; height: 1rem; min-width: 8rem; background: #8883 }
    .bar i { position: absolute; inset: 0 auto 0 0; background: #0072b2 }
    .miss .bar i { background: #d55e00 }
    .bar b { position: absolute; top: -.25rem; bottom: -.25rem; border-left: 2px solid }
    .miss td:last-child { font-weight: bold }
    </style>
    </head>
    <body>
    <h1>\(Self.escaped(title))</h1>
    <p>The upright line is what was promised: a bar that ends before it keeps the promise.</p>
    <table>
    <thead><tr><th scope="col">figure</th><th scope="col">measured and promised</th>
    <th scope="col">value</th><th scope="col">promise</th></tr></thead>
    <tbody>
    \(figures.map(Self.row).joined(separator: "\n"))
    </tbody>
    </table>
    </body>
    </html>

    """
  }

  private static func row(_ figure: Figure) -> String {
    // Room for whichever is longer, and a tenth more.
    let whole = max(figure.value, figure.limit ?? 0, 1e-9) * 1.1
    let bar = percent(max(0, figure.value) / whole)
    let mark = figure.limit.map { "<b style=\"left:\(percent($0 / whole))\"></b>" } ?? ""
    let promise = figure.limit.map { "at most \(rounded($0)) \(figure.unit)" } ?? "none"
    let verdict = figure.limit == nil ? "" : figure.holds ? ", kept" : ", missed"
    return """
      <tr\(figure.holds ? "" : " class=\"miss\"")><th scope="row">\(escaped(figure.name))</th>\
      <td><div class="bar" aria-hidden="true"><i style="width:\(bar)"></i>\(mark)</div></td>\
      <td>\(rounded(figure.value)) \(escaped(figure.unit))</td>\
      <td>\(escaped(promise))\(verdict)</td></tr>
      """
  }

  private static func percent(_ share: Double) -> String { String(format: "%.1f%%", share * 100) }
  private static func rounded(_ value: Double) -> String { String(format: "%.2f", value) }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
