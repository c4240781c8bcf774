internal import CPseudoTerminal
internal import Glibc

/// A program to start as the leader of a session on a terminal of its own.
struct Launch {
  let program: String
  let arguments: [String]
  let environment: [String: String]
  let directory: String?

  func start(on device: String) throws -> pid_t {
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    var process: pid_t = 0
    let code = withCStrings([program] + arguments) { arguments in
      withCStrings(variables) { variables in
        pseudo_terminal_start(device, directory, arguments, variables, &process)
      }
    }
    guard code == 0 else { throw PseudoTerminalError.system("start \(program)", code) }
    return process
  }

  private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
