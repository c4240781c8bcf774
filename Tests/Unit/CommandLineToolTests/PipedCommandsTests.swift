import Testing
import WorkbookKit

@testable import CommandLineTool

struct PipedCommandsTests {
  private func run(_ input: String, keepsGoing: Bool = false) -> (Desk, WorkbookKit.ExitStatus) {
    let desk = Desk(input)
    var options = CommonOptions()
    options.keepsGoing = keepsGoing
    return (desk, PipedCommands(session: desk.session, options: options).run())
  }

  @Test func `lines are done one after the other without a word of our own`() {
    let (desk, status) = run("# a remark\nversion\n\nversion\n")
    #expect(desk.output == "workbook 1.0\nworkbook 1.0\n")
    #expect(desk.errors.isEmpty)
    #expect(status == .done)
  }

  @Test func `the first failure ends it with its status`() {
    let (desk, status) = run("nonsense\nversion\n")
    #expect(desk.output.isEmpty)
    #expect(status == .usage)
  }

  @Test func `it goes on when told to, and still reports the failure`() {
    let (desk, status) = run("nonsense\nversion", keepsGoing: true)
    #expect(desk.output == "workbook 1.0\n")
    #expect(status == .usage)
  }

  @Test func `quit ends it`() {
    let (desk, status) = run("quit\nversion\n")
    #expect(desk.output.isEmpty)
    #expect(status == .done)
  }

  @Test(arguments: ["a\0b\n", String(repeating: "x", count: 1 << 20) + "\n", "run 'x\n"])
  func `what is no command is refused with a reason`(input: String) {
    let (desk, status) = run(input)
    #expect(status == .usage)
    #expect(desk.errors.hasPrefix("workbook: "))
  }
}
