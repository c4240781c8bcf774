import Foundation
import WorkbookKit

/// A browser that is asked over its debugging pipe: what it hands to a screen reader stands in no
/// page. Messages are JSON with a zero byte behind each.
final class BrowserTalk {
  private let process = Process()
  private let folder: URL
  private let questions: FileHandle
  private let answers: FileHandle
  private var unread = Data()
  private var count = 0

  struct Silence: Error { let method: String }
  struct Refusal: Error { let words: String }

  /// The shell opens both ends of the pipe at the numbers that the browser expects, 3 and 4.
  init(width: Int, height: Int) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "talk-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (asked, said) = (folder.path + "/asked", folder.path + "/said")
    guard mkfifo(asked, 0o600) == 0, mkfifo(said, 0o600) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "exec \"$0\" \"$@\" 3<\"$ASKED\" 4>\"$SAID\"", Browser.path ?? "chromium",
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--force-renderer-accessibility", "--user-data-dir=\(folder.path)/profile",
      "--window-size=\(width),\(height)", "--host-resolver-rules=MAP * ~NOTFOUND",
      "--remote-debugging-pipe",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["ASKED": asked, "SAID": said]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    guard let questions = FileHandle(forWritingAtPath: asked),
      let answers = FileHandle(forReadingAtPath: said)
    else { throw CocoaError(.fileReadUnknown) }
    (self.questions, self.answers) = (questions, answers)
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Opens a page, and gives the session that further questions are for.
  func open(_ html: String) throws -> String {
    let page = folder.appending(path: "page.html")
    try Data(html.utf8).write(to: page)
    let target =
      try ask(
        "Target.createTarget", ["url": .string(page.absoluteString)])["targetId"]?.text ?? ""
    let session =
      try ask("Target.attachToTarget", ["targetId": .string(target), "flatten": true])[
        "sessionId"]?.text ?? ""
    // First there is an empty page; while it goes, nothing can be asked of it.
    while (try? evaluate("location.protocol + document.readyState", in: session))
      != "file:complete"
    {}
    return session
  }

  /// What a line of script in the page gives, as text.
  @discardableResult
  func evaluate(_ script: String, in session: String) throws -> String {
    let answer = try ask(
      "Runtime.evaluate", ["expression": .string(script), "returnByValue": true], in: session)
    if let fault = answer["exceptionDetails"] { throw Refusal(words: fault.line) }
    return answer["result"]?["value"]?.text ?? ""
  }

  /// What a screen reader is told of the page: role and name of each node that it is not spared.
  func accessible(in session: String) throws -> [(role: String, name: String)] {
    let tree = try ask("Accessibility.getFullAXTree", [:], in: session)
    return (tree["nodes"]?.elements ?? []).filter { $0["ignored"] != true }.map { node in
      (node["role"]?["value"]?.text ?? "", node["name"]?["value"]?.text ?? "")
    }
  }

  /// Asks, and reads until the answer to this comes; news in between are not for us.
  func ask(
    _ method: String, _ parameters: JSONValue, in session: String? = nil
  ) throws -> JSONValue {
    count += 1
    var message: JSONValue = [
      "id": .integer(count), "method": .string(method), "params": parameters,
    ]
    message["sessionId"] = session.map { .string($0) }
    try questions.write(contentsOf: Data(message.line.utf8) + [0])
    while let answer = try read() {
      guard answer["id"]?.integer == count else { continue }
      if let fault = answer["error"] { throw Refusal(words: "\(method): \(fault.line)") }
      return answer["result"] ?? [:]
    }
    throw Silence(method: method)
  }

  /// The next message; nil when the browser is gone.
  private func read() throws -> JSONValue? {
    while true {
      if let end = unread.firstIndex(of: 0) {
        let text = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        return try JSONValue(parsing: text)
      }
      let more = answers.availableData
      guard !more.isEmpty else { return nil }
      unread.append(more)
    }
  }
}

// MARK: What a reader does, and on what

extension BrowserTalk {
  /// How a reader looks at a page.
  struct Reader {
    var width = 1280
    var height = 800
    var scheme = "light"
    var medium = ""
    var runsScripts = true
  }

  /// Takes effect at once, but for scripts: those with the next page.
  func look(as reader: Reader, in session: String) throws {
    _ = try ask(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .integer(reader.width), "height": .integer(reader.height),
        "deviceScaleFactor": 1, "mobile": .bool(reader.width < 500),
      ], in: session)
    _ = try ask(
      "Emulation.setEmulatedMedia",
      [
        "media": .string(reader.medium),
        "features": [["name": "prefers-color-scheme", "value": .string(reader.scheme)]],
      ], in: session)
    _ = try ask(
      "Emulation.setScriptExecutionDisabled", ["value": .bool(!reader.runsScripts)], in: session)
  }

  /// A click of the mouse in the middle of the first such element.
  func click(_ selector: String, in session: String) throws {
    let place = try evaluate(
      """
      (() => {
        const found = document.querySelector(\(JSONValue.string(selector).line));
        if (!found) return 'none';
        found.scrollIntoView({ block: 'center' });
        const at = found.getBoundingClientRect();
        return [at.left + at.width / 2, at.top + at.height / 2].map(Math.round).join(' ');
      })()
      """, in: session)
    let numbers = place.split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 2 else { throw Refusal(words: "there is no \(selector) to click") }
    for kind in ["mousePressed", "mouseReleased"] {
      _ = try ask(
        "Input.dispatchMouseEvent",
        [
          "type": .string(kind), "x": .integer(numbers[0]), "y": .integer(numbers[1]),
          "button": "left", "clickCount": 1,
        ], in: session)
    }
  }

  /// A key, pressed and let go.
  func press(_ key: String, in session: String) throws {
    let text: JSONValue = key.count == 1 ? .string(key) : key == "Enter" ? "\r" : ""
    for kind in ["keyDown", "keyUp"] {
      var event: JSONValue = ["type": .string(kind), "key": .string(key)]
      if kind == "keyDown", text != "" { event["text"] = text }
      _ = try ask("Input.dispatchKeyEvent", event, in: session)
    }
  }

  func reload(in session: String) throws {
    try evaluate("window.isOld = true", in: session)
    _ = try ask("Page.reload", [:], in: session)
    while (try? evaluate("String(!window.isOld) + document.readyState", in: session))
      != "truecomplete"
    {}
  }
}
