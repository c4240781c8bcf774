/// A whole page in one file: nothing is fetched from anywhere, and nothing may be.
enum PageShell {
  static func page(title: String, _ body: [Markup], script: Markup = PageScript.text) -> String {
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
      </head>
      <body>
      \(Markup(body, separator: "\n"))
      <script>
      \(script)
      </script>
      </body>
      </html>

      """
    return whole.source
  }
}
