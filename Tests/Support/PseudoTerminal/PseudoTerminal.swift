internal import CPseudoTerminal
internal import Glibc

/// A real terminal for a test: a program runs on it as if a person sat there.
///
/// Nothing here sleeps. Waiting means reading what the program writes until the screen shows the
/// expected text, and giving up with the screen in the error once the deadline has passed.
public final class PseudoTerminal {
  /// The process on the terminal; it leads a session of its own.
  public let process: Int32
  /// What a person would see now.
  public private(set) var screen: Screen
  /// Every byte the program wrote.
  public private(set) var transcript: [UInt8] = []

  /// How many seconds are waited for what is expected: so many that a program which only has to
  /// wait for its turn, on a machine that many share, is not taken for one that hangs.
  public static let patience = 600

  private let master: Int32
  private var hasEnded = false
  private var isReaped = false

  /// Starts a program on a new terminal. Its environment is exactly the one given.
  public init(
    program: String, arguments: [String] = [], environment: [String: String] = [:],
    directory: String? = nil, columns: Int = 80, rows: Int = 24
  ) throws {
    let (master, device) = try Self.open()
    do {
      try Self.setSize(of: master, columns: columns, rows: rows)
      let launch = Launch(
        program: program, arguments: arguments, environment: environment, directory: directory)
      process = try launch.start(on: device)
    } catch {
      close(master)
      throw error
    }
    self.master = master
    screen = Screen(columns: columns, rows: rows)
  }

  deinit {
    if !isReaped {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    close(master)  // hangs up on whatever the program left behind
  }

  // MARK: What a person does

  /// Types text; control characters are keys.
  public func send(_ text: String) throws {
    try send(bytes: Array(text.utf8))
  }

  /// Types bytes, reading meanwhile: a program that cannot write stops reading.
  public func send(bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let events = try wait(for: POLLIN | POLLOUT, deadline: Deadline(), expecting: "room to type")
      if events & POLLIN != 0 { readAvailable() }
      guard !hasEnded else { throw PseudoTerminalError.ended(expected: "keys", screen.text) }
      guard events & POLLOUT != 0 else { continue }
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
    }
  }

  /// Changes the size of the window.
  public func resize(columns: Int, rows: Int) throws {
    screen.resize(columns: columns, rows: rows)
    try Self.setSize(of: master, columns: columns, rows: rows)
  }

  /// Sends a signal to the program.
  public func signal(_ signal: Int32) {
    kill(process, signal)
  }

  /// Sends a signal to the job in the foreground, as the terminal does for its keys.
  public func signalForeground(_ signal: Int32) {
    kill(-tcgetpgrp(master), signal)
  }

  // MARK: What a person sees

  /// Reads until the screen shows a text.
  public func expect(_ text: String) throws {
    try expect(text) { $0.text.contains(text) }
  }

  /// Reads until the screen is as it should be; `purpose` names that in the error.
  public func expect(
    _ purpose: String, within seconds: Int = patience, until isFulfilled: (Screen) -> Bool
  ) throws {
    let deadline = Deadline(seconds: seconds)
    while !isFulfilled(screen) {
      guard !hasEnded else {
        throw PseudoTerminalError.ended(expected: purpose, screen.text)
      }
      _ = try wait(for: POLLIN, deadline: deadline, expecting: purpose)
      readAvailable()
    }
  }

  /// Reads until something outside the screen is as it should be, and looks so often.
  public func expect(
    _ purpose: String, lookingEvery milliseconds: Int32, until isFulfilled: (Screen) -> Bool
  ) throws {
    let deadline = Deadline()
    while !isFulfilled(screen) {
      guard !hasEnded else { throw PseudoTerminalError.ended(expected: purpose, screen.text) }
      guard deadline.milliseconds > 0 else {
        throw PseudoTerminalError.tooLate(expected: purpose, screen.text)
      }
      var source = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      if poll(&source, 1, milliseconds) > 0 { readAvailable() }
    }
  }

  /// Forgets what stands above the cursor's line, so that the next `expect` sees only news.
  public func forget() {
    screen.forgetAboveCursor()
  }

  /// Reads until the program has ended.
  public func waitForExit() throws -> ProgramEnd {
    let deadline = Deadline()
    while !hasEnded {
      _ = try wait(for: POLLIN, deadline: deadline, expecting: "the end of the program")
      readAvailable()
    }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    isReaped = true
    return ProgramEnd(status: status)
  }

  /// The terminal's settings now, also after the program has ended.
  public var settings: TerminalSettings {
    var state = termios()
    tcgetattr(master, &state)
    return TerminalSettings(state)
  }

  // MARK: The device

  private func wait(for events: Int32, deadline: Deadline, expecting purpose: String) throws
    -> Int32
  {
    var source = pollfd(fd: master, events: Int16(events), revents: 0)
    guard poll(&source, 1, deadline.milliseconds) != 0 else {
      throw PseudoTerminalError.tooLate(expected: purpose, screen.text)
    }
    let hungUp = source.revents & Int16(POLLHUP | POLLERR) != 0
    return Int32(source.revents) | (hungUp ? POLLIN : 0)
  }

  private func readAvailable() {
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    let count = read(master, &bytes, bytes.count)
    if count > 0 {
      transcript += bytes[..<count]
      screen.write(bytes[..<count])
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      hasEnded = true  // the last program that had the terminal open is gone
    }
  }

  private static func open() throws -> (master: Int32, device: String) {
    var name = [CChar](repeating: 0, count: 128)
    let master = pseudo_terminal_open(&name, name.count)
    guard master >= 0 else { throw PseudoTerminalError.system("open a pseudo-terminal", errno) }
    return (master, String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
  }

  private static func setSize(of master: Int32, columns: Int, rows: Int) throws {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    guard ioctl(master, UInt(TIOCSWINSZ), &size) == 0 else {
      throw PseudoTerminalError.system("set the window size", errno)
    }
  }
}
