import CoreData
import Foundation
import LongTests
import PseudoTerminal
import Testing

/// A writer is killed at moments that a seed decides. Whatever the moment, the store is sound,
/// every save that returned is there whole, and every other is absent whole.
@Suite(.long) struct `Sudden death` {
  /// How many, unless WORKBOOK_KILLS says otherwise.
  private static let moments =
    ProcessInfo.processInfo.environment["WORKBOOK_KILLS"].flatMap { Int($0) } ?? 20

  /// Moments spread over the first saves, the same in every run.
  private static let microseconds: [Int] = {
    var state: UInt64 = 0x5eed
    return (0..<moments).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return 200 + Int(state >> 33) % 60_000
    }
  }()

  @Test(arguments: microseconds, [false, true])
  func `a killed writer loses no save and leaves no half of one`(
    microseconds: Int, keepsHistory: Bool
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appendingPathComponent("notes.sqlite")
    let returned = try returnedSaves(
      of: store, killedAfter: microseconds, keepsHistory: keepsHistory)

    let database = try PlainDatabase(store)
    #expect(try database.text("PRAGMA integrity_check") == "ok")
    let last = try database.number("SELECT IFNULL(MAX(ZBATCH), 0) FROM ZNOTE")
    // The save that was under way may have got to its commit, but not to its return.
    #expect(last == returned || last == returned + 1)
    #expect(try database.number("SELECT COUNT(*) FROM ZNOTE") == last * 20)
    let torn = "SELECT COUNT(*) FROM (SELECT 1 FROM ZNOTE GROUP BY ZBATCH HAVING COUNT(*) <> 20)"
    #expect(try database.number(torn) == 0)
    let wrong = "(ZTEXT = 'new') <> (ZBATCH = \(last)) OR Z_OPT <> 1 + (ZTEXT = 'old')"
    #expect(try database.number("SELECT COUNT(*) FROM ZNOTE WHERE \(wrong)") == 0)
    if keepsHistory { try expectHistory(ofSaves: last, in: database) }
  }

  /// Each save is one transaction: twenty insertions, and updates of the twenty notes before.
  private func expectHistory(ofSaves last: Int, in database: PlainDatabase) throws {
    if try database.number("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'ACHANGE'") == 0 {
      #expect(last == 0)
      return
    }
    #expect(try database.number("SELECT COUNT(*) FROM ATRANSACTION") == last)
    #expect(try database.number("SELECT COUNT(*) FROM ACHANGE") == max(0, 40 * last - 20))
    let torn =
      "SELECT COUNT(*) FROM (SELECT ZTRANSACTIONID AS T FROM ACHANGE GROUP BY T "
      + "HAVING COUNT(*) <> CASE T WHEN 1 THEN 20 ELSE 40 END)"
    #expect(try database.number(torn) == 0)
  }

  /// Runs the writer until it is killed; the number of the last save that it saw return.
  private func returnedSaves(
    of store: URL, killedAfter microseconds: Int, keepsHistory: Bool
  ) throws -> Int {
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: BuiltProgram.path(of: "CrashingWriter"))
    writer.arguments = [store.path, String(microseconds)] + (keepsHistory ? ["history"] : [])
    let output = Pipe()
    writer.standardOutput = output
    try writer.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    writer.waitUntilExit()
    #expect(writer.terminationReason == .uncaughtSignal)
    #expect(writer.terminationStatus == SIGKILL)
    return text.split(separator: "\n").compactMap { Int($0) }.last ?? 0
  }
}
