/// A whole page in one file: nothing is fetched from anywhere, and nothing may be.
enum PageShell {
  /// `chapter` is what is kept of it in the browser.
  static func page(title: String, chapter: String? = nil, _ body: [Markup]) -> String {
    let kept = chapter.map { " data-chapter=\"\($0)\"" as Markup } ?? ""
    let whole: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>\(title)</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <style>
      \(Stylesheet.text)
      </style>
      <script>
      \(Script.first)
      </script>
      </head>
      <body\(kept)>
      \(Markup(body, separator: "\n"))
      <script>
      \(Script.text)
      </script>
      </body>
      </html>

      """
    return whole.source
  }
}
