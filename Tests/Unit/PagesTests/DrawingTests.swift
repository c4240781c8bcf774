import Foundation
import FoundationXML
import Interleaving
import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool
@testable import Pages

struct DrawingTests {
  private static let scenarios = Catalogue.shipped.scenarios.map(\.id)

  private func run(_ experiment: Experiment) throws -> RunDrawing {
    let result = try experiment.explore(forStory: true)
    return RunDrawing(experiment, result.simplestFailure ?? experiment.runOnce())
  }

  @Test(arguments: LongTests.all(scenarios, orFirst: 12))
  func `a picture is well formed, and says what the run says`(_ id: String) throws {
    let bug = try #require(Catalogue.shipped.scenario(id)).bug
    let result = try bug.explore(forStory: true)
    let failure = try #require(result.simplestFailure)
    let words = try WrittenWords(RunDrawing(bug, failure).svg)
    let timeline = Timeline(of: failure)
    for step in timeline.steps {
      #expect(words.drawn.joined.contains(step.sentence.joined), "step \(step.number)")
      #expect(words.spoken.contains(step.text), "step \(step.number)")
    }
    for lane in timeline.lanes { #expect(words.drawn.contains(lane)) }
    for link in failure.deadlock.map({ WaitCycle(of: $0).links }) ?? [] {
      #expect(words.drawn.contains("waits for \(link.waitsFor)"))
    }
    #expect(words.drawn.contains(bug.outcome(of: failure).name))
    let hasTurn = timeline.pointOfNoReturn != nil
    #expect(words.drawn.contains(Timeline.noReturn) == hasTurn)
  }

  @Test func `names and notes cannot inject markup`() throws {
    let svg = try run(Scenario.hostile.bug).svg
    #expect(!svg.contains("<script"))
    #expect(!svg.contains("<one>"))
    let words = try WrittenWords(svg)
    #expect(words.drawn.contains("two\"'&"))
    #expect(words.spoken.contains("<script>alert('a')</script>"))
  }

  @Test func `an object keeps its row when it gets its permanent ID`() throws {
    let bug = try #require(Catalogue.shipped.scenario("temporary-ids/not-yet-a-row")).bug
    let failure = try #require(try bug.explore(forStory: true).simplestFailure)
    let shown = ShownRun(bug, failure)
    let tables = shown.timeline.steps.map { shown.objects(after: $0) }
    #expect(tables.first?.objects == [])
    let last = try #require(tables.last)
    #expect(last.objects == [["Message t1", "Message p1"]])
    #expect(last.words(0, in: "composer") == "has its permanent ID, version 1")
    // The row is there only with the save that the indexer came before.
    #expect(tables.map { $0.hasChanges["composer"] ?? false }.contains(true))
    #expect(last.hasChanges["composer"] == false)
  }

  /// Each context has the row as it was when it read or saved it.
  @Test func `an object has another version in another context`() throws {
    let bug = try #require(Catalogue.shipped.scenario("conflicts/default-policy")).bug
    let failure = try #require(try bug.explore(forStory: true).simplestFailure)
    let shown = ShownRun(bug, failure)
    let last = try #require(shown.timeline.steps.last.map { shown.objects(after: $0) })
    let words = last.contexts.map { last.words(0, in: $0) }
    #expect(words == ["in conflict, version 1", "has its values, version 2"])
  }

  @Test func `a thread that waits for a lock stands still until it gets it`() throws {
    let bug = Scenario.hostile.bug
    let failure = try #require(try bug.explore(forStory: true).simplestFailure)
    let shown = ShownRun(bug, failure)
    #expect(shown.waits.map { $0.last?.to } == [nil, nil])
    #expect(shown.waits.allSatisfy { !$0.isEmpty })
    let fix = Experiment(Scenario.hostile, Scenario.hostile.variants[1])
    #expect(ShownRun(fix, fix.runOnce()).waits.allSatisfy { $0.allSatisfy { $0.to != nil } })
  }
}

extension String {
  /// Without what a break in a long word adds.
  fileprivate var joined: String { filter { !$0.isWhitespace } }
}

/// What is written in a picture, and what a reader who does not see it hears.
final class WrittenWords: NSObject, XMLParserDelegate {
  private(set) var drawn = ""
  private(set) var spoken = ""
  private var open: [String] = []

  struct Malformed: Error { let reason: String }

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    guard parser.parse() else { throw Malformed(reason: "\(parser.parserError as Any)") }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    open.append(name)
    // A sentence goes on in the next line.
    if name == "tspan" { drawn += " " }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if open.last == "tspan" { drawn += string }
    if open.last == "desc" { spoken += string }
  }
}
