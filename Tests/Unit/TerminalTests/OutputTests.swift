import Dispatch
import Glibc
import Terminal
import Testing

struct PagerTests {
  private func destination(
    lines: Int, pager: String? = nil, input: Bool = true, output: Bool = true,
    enabled: Bool = true, term: String = "xterm"
  ) -> Pager.Destination {
    var variables = ["TERM": term]
    variables["PAGER"] = pager
    let size = WindowSize(columns: 80, rows: 24)
    let capabilities = TerminalCapabilities(
      variables: variables, standardInput: .init(isTerminal: input),
      standardOutput: .init(isTerminal: output, size: size))
    return Pager(capabilities: capabilities, isEnabled: enabled).destination(ofLines: lines)
  }

  @Test func `only text that is taller than the screen is paged`() {
    #expect(destination(lines: 23) == .standardOutput)
    #expect(
      destination(lines: 24)
        == .command("less -FRX '-P?eThe end; q leaves:Space goes on, b goes back, q leaves.'"))
  }

  @Test func `only a person at both ends gets a pager`() {
    #expect(destination(lines: 99, input: false) == .standardOutput)
    #expect(destination(lines: 99, output: false) == .standardOutput)
    #expect(destination(lines: 99, enabled: false) == .standardOutput)
    #expect(destination(lines: 99, term: "dumb") == .standardOutput)
  }

  @Test func `the reader's own pager is taken, and none where they want none`() {
    #expect(destination(lines: 99, pager: "most -s") == .command("most -s"))
    #expect(destination(lines: 99, pager: "") == .standardOutput)
    #expect(destination(lines: 99, pager: "cat") == .standardOutput)
  }
}

struct ProgressLineTests {
  /// Everything a progress line writes while it counts to `last`.
  private func written(
    isTerminal: Bool, variables: [String: String] = ["TERM": "xterm"], last: Int, columns: Int = 40
  ) -> [String] {
    var written: [String] = []
    let size = WindowSize(columns: columns, rows: 24)
    let capabilities = TerminalCapabilities(
      variables: variables, standardError: .init(isTerminal: isTerminal, size: size))
    var progress = ProgressLine("exploring", capabilities: capabilities) { written.append($0) }
    for count in 1...last { progress.update(count) { "of \(last)" } }
    progress.finish("All done.")
    return written
  }

  @Test func `a terminal sees one line that is drawn over and cleared`() {
    #expect(
      written(isTerminal: true, last: 2) == [
        "\rexploring 1 of 2\u{1B}[K", "\rexploring 2 of 2\u{1B}[K", "\r\u{1B}[K",
      ])
  }

  @Test func `nothing is written where there is no terminal`() {
    #expect(written(isTerminal: false, last: 1000).isEmpty)
    #expect(written(isTerminal: true, variables: ["TERM": "dumb"], last: 1000).isEmpty)
  }

  @Test func `accessible output is one sentence at each end`() {
    #expect(
      written(isTerminal: true, variables: ["ACCESSIBLE": "1"], last: 1000) == [
        "exploring: working.\n", "exploring: finished. All done.\n",
      ])
  }

  @Test func `drawing is rationed by count`() {
    let few = written(isTerminal: true, last: 10_000).count
    let many = written(isTerminal: true, last: 100_000).count
    #expect(many < 500)
    #expect((100...130).contains(many - few))
  }

  @Test func `a narrow terminal is not wrapped`() {
    let line = written(isTerminal: true, last: 1, columns: 10)[0]
    #expect(line == "\rexploring 1 of 1\u{1B}[K")  // 20 columns are the least we lay out for
    #expect(written(isTerminal: true, last: 100_000, columns: 20).allSatisfy { $0.count < 24 })
  }
}

struct StandardStreamsTests {
  @Test func `a reader who went away is a result and not a signal`() async {
    await #expect(processExitsWith: .success) {
      StandardStreams.ignoreBrokenPipes()
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { exit(2) }
      close(ends[0])
      guard StandardStreams.write("text", descriptor: ends[1]) == .closed else { exit(3) }
      guard StandardStreams.write("text", descriptor: 999) == .failed(EBADF) else { exit(4) }
    }
  }

  @Test func `text larger than a full pipe is written whole`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { exit(2) }
      let reading = ends[0]
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      let received = DispatchQueue(label: "reader")
      nonisolated(unsafe) var total = 0  // read after the queue has ended
      received.async {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = read(reading, &bytes, bytes.count)
          if count <= 0 { break }
          total += count
        }
      }
      let text = String(repeating: "0123456789", count: 100_000)
      guard StandardStreams.write(text, descriptor: ends[1]) == .written else { exit(3) }
      close(ends[1])
      received.sync {}
      guard total == 1_000_000 else { exit(4) }
    }
  }
}
