import Foundation

/// A browser without a window, that loads one page and lets a script look at it.
struct Browser {
  /// Debian's package; nil where it is not installed.
  static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  let width: Int
  let height: Int

  /// What a script in the page reports, and what the browser complained about.
  struct Visit {
    let report: [String: [String]]
    let complaints: [String]
  }

  struct NoReport: Error { let output: String }

  /// Runs `script` when the page is there. It calls `tell(topic, words)` for what it finds.
  func visit(_ html: String, _ script: String) throws -> Visit {
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let page = folder.appending(path: "page.html")
    try Data(watched(html, script).utf8).write(to: page)
    let output = try load(page, in: folder)
    // In the text of the page its quotes are as they were written.
    guard let start = output.firstRange(of: "<pre id=\"report\">"),
      let end = output[start.upperBound...].firstRange(of: "</pre>")
    else { throw NoReport(output: String(output.suffix(2000))) }
    let text = output[start.upperBound..<end.lowerBound].replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    var report = try JSONDecoder().decode([String: [String]].self, from: Data(text.utf8))
    let complaints = report.removeValue(forKey: "complaints") ?? []
    return Visit(report: report, complaints: complaints)
  }

  /// The page with ears for whatever goes wrong in it, and with the script at its end.
  private func watched(_ html: String, _ script: String) -> String {
    let ears = """
      <script>
      const told = { complaints: [] };
      const tell = (topic, words) => (told[topic] = told[topic] || []).push(String(words));
      addEventListener('error', event => tell('complaints', event.message));
      addEventListener('securitypolicyviolation',
        event => tell('complaints', event.violatedDirective + ' ' + event.blockedURI));
      for (const kind of ['error', 'warn'])
        console[kind] = (...words) => tell('complaints', words.join(' '));
      </script>
      """
    let end = """
      <script>
      try { \(script) } catch (fault) { tell('complaints', fault); }
      addEventListener('load', () => setTimeout(() => {
      for (const entry of performance.getEntriesByType('resource'))
        tell('complaints', 'fetched ' + entry.name);
      const report = document.createElement('pre');
      report.id = 'report';
      report.textContent = JSON.stringify(told);
      document.body.append(report);
      }));
      </script>
      """
    return html.replacing(#/<body[^>]*>/#) { $0.output + ears }.replacing(
      "</body>", with: end + "</body>")
  }

  private func load(_ page: URL, in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: Self.path ?? "/usr/bin/chromium")
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--user-data-dir=\(folder.path)/profile", "--window-size=\(width),\(height)",
      "--hide-scrollbars", "--virtual-time-budget=5000", "--host-resolver-rules=MAP * ~NOTFOUND",
      "--dump-dom",
      page.absoluteString,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
