import CoreData
import Foundation
import Testing

/// Two processes, each with a coordinator of its own on one store file. What one saves the other
/// does not hear of; the versions of the rows tell it when it saves itself.
struct `Two processes on one store` {
  private let folder: URL
  private var store: URL { folder.appendingPathComponent("tally.sqlite") }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func twoPeers(timeout: Double = 5) throws -> (OtherProcess, OtherProcess) {
    let one = try OtherProcess(on: store, timeout: timeout)
    #expect(try one.ask("make") == "made")
    return (one, try OtherProcess(on: store, timeout: timeout))
  }

  @Test func `a process that saves what the other has changed gets a conflict`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (one, other) = try twoPeers()
    #expect(try one.ask("read") == "0")
    #expect(try other.ask("read") == "0")
    #expect(try other.ask("add") == "saved")
    #expect(try one.ask("add").hasPrefix("133020 "))
    #expect(try one.ask("read") == "1")
    #expect(try one.ask("add") == "saved")
    #expect(try other.ask("read") == "2")
  }

  @Test func `every acknowledged count is in the sum, with its tick`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (one, other) = try twoPeers()
    one.tell("count 1 150")
    other.tell("count 2 150")
    let answers = try [one.answer(), other.answer()]
    #expect(answers.allSatisfy { $0.hasPrefix("150 acknowledged") }, "\(answers)")
    let database = try PlainDatabase(store)
    #expect(try database.number("SELECT ZVALUE FROM ZTALLY") == 300)
    #expect(try database.number("SELECT COUNT(*) FROM ZTICK") == 300)
    #expect(
      try database.number("SELECT COUNT(DISTINCT ZWRITER * 1000 + ZNUMBER) FROM ZTICK") == 300)
    // One version for each save: none was written over another.
    #expect(try database.number("SELECT Z_OPT FROM ZTALLY") == 301)
    #expect(try database.text("PRAGMA integrity_check") == "ok")
  }

  @Test func `a policy that merges keeps what each has written`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (one, other) = try twoPeers()
    one.tell("write left 150")
    other.tell("write right 150")
    let answers = try [one.answer(), other.answer()]
    #expect(answers == ["written", "written"])
    let database = try PlainDatabase(store)
    #expect(try database.number("SELECT ZLEFT FROM ZTALLY") == 150)
    #expect(try database.number("SELECT ZRIGHT FROM ZTALLY") == 150)
    #expect(try database.number("SELECT Z_OPT FROM ZTALLY") == 301)
  }

  @Test func `waiting for another process's lock ends, and says whose it is`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (one, other) = try twoPeers(timeout: 0.05)
    #expect(try one.ask("read") == "0")
    #expect(try other.ask("lock") == "done")
    let refusal = try one.ask("add")
    #expect(refusal.hasPrefix("134090 The store at \(store.path) was locked by "))
    #expect(refusal.contains("process \(other.id) (StorePeer) for longer than 0.05 seconds"))
    #expect(try other.ask("unlock") == "done")
    // The change was kept, and one more is added to it.
    #expect(try one.ask("add") == "saved")
    #expect(try other.ask("read") == "2")
  }

  @Test(arguments: [false, true])
  func `a file that may not grow stops a save as a whole; later the same save succeeds`(
    keepsHistory: Bool
  ) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let peer = try OtherProcess(on: store, keepsHistory: keepsHistory)
    #expect(try peer.ask("make") == "made")
    #expect(try peer.ask("room 100000") == "done")
    let refusal = try peer.ask("grow 5000")
    #expect(refusal.hasPrefix("134030 The store at \(store.path) met an input/output error"))
    let database = try PlainDatabase(store)
    #expect(try database.number("SELECT COUNT(*) FROM ZTICK") == 0)
    #expect(try peer.ask("room 0") == "done")
    #expect(try peer.ask("save") == "saved")
    #expect(try database.number("SELECT COUNT(*) FROM ZTICK") == 5000)
    if keepsHistory {
      // The tally's transaction and one of five thousand ticks; nothing of the attempt.
      #expect(try database.number("SELECT COUNT(*) FROM ATRANSACTION") == 2)
      #expect(try database.number("SELECT COUNT(*) FROM ACHANGE") == 5001)
    }
    #expect(try database.text("PRAGMA integrity_check") == "ok")
  }
}
