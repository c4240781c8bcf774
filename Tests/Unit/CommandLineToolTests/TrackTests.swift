import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool

/// Ways through chosen steps of several chapters.
struct TrackTests {
  private static let tracks = Catalogue.shipped.tracks.map(\.name)
  private let desk = Desk(variables: ["LANG": "C.UTF-8", "COLUMNS": "76"], catalogue: .shipped)

  private func track(_ name: String) throws -> Track {
    try #require(Catalogue.shipped.track(name))
  }

  @Test func `there are tracks for two hours, and for each kind of trouble`() {
    #expect(Self.tracks == ["two-hours", "hang", "lost-data", "stale-screen", "swift-6"])
  }

  @Test(arguments: tracks)
  func `its steps are there once, and take as long as promised within a tenth`(
    _ name: String
  ) throws {
    let track = try track(name)
    let steps = track.steps.compactMap(Catalogue.shipped.step)
    #expect(steps.count == track.steps.count)
    #expect(Set(track.steps).count == track.steps.count)
    #expect(abs(steps.minutes - track.minutes) * 10 <= track.minutes, "\(steps.minutes) min")
  }

  @Test(arguments: LongTests.all(tracks.reversed(), orFirst: 1))
  func `next leads through all of it, and every term is told before or where it is used`(
    _ name: String
  ) throws {
    let track = try track(name)
    var screen = desk.output(of: "track \(name)")
    for (index, step) in track.steps.enumerated() {
      #expect(screen.contains("\(name) \(index + 1)/\(track.steps.count)\n"))
      let place = desk.session.store.progress.place
      #expect(place.map { "\($0.chapter)/\($0.step)" } == step)
      let told = screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for term in Catalogue.shipped.unexplained(at: index, of: track) {
        let words = "\(term.word): \(term.meaning)".split(whereSeparator: \.isWhitespace)
        #expect(told.contains(words.joined(separator: " ")), "\(step): \(term.word)")
      }
      screen = desk.output(of: "skip")
    }
    #expect(screen.contains("That was the track '\(name)'."))
    #expect(desk.session.store.progress.track == nil)
  }

  @Test func `a term is told until a step of the track explains it`() throws {
    let catalogue = Catalogue.shipped
    let track = Track("both", "", minutes: 1, ["problems/the-rule", "problems/i-only-read-it"])
    let turned = Track("turned", "", minutes: 1, ["problems/i-only-read-it", "problems/the-rule"])
    let rule = try #require(catalogue.step("problems/the-rule"))
    #expect(rule.shown.compactMap(\.prose).joined().contains("_confinement_"))
    #expect(!catalogue.unexplained(at: 0, of: track).contains { $0.word == "confinement" })
    #expect(catalogue.unexplained(at: 0, of: turned).contains { $0.word == "fault" })
  }

  @Test func `a track can be left and resumed, and shares the progress`() throws {
    for line in ["track hang", "skip", "goto basics 9"] { _ = desk.perform(line) }
    #expect(desk.output(of: "track hang").contains("hang 3/"))
    #expect(desk.output(of: "track").contains("▶ hang"))
    #expect(desk.output(of: "back").contains("hang 2/"))
    _ = desk.perform("track off")
    _ = desk.perform("goto basics 9")
    #expect(desk.output(of: "skip").hasPrefix("1 Basics 10/"))
    #expect(desk.perform("track nowhere") == .usage)
    #expect(desk.errors.contains("there is no track 'nowhere'"))
  }

  @Test func `list says how long a chapter takes, and its core is short`() throws {
    let list = desk.output(of: "list")
    for chapter in Catalogue.shipped.chapters {
      let core = chapter.path.filter { $0.level == .core && $0.exercise == nil }
      #expect(list.contains("core \(core.minutes) min"))
      #expect((10...30).contains(core.minutes), "\(chapter.id): \(core.minutes)")
    }
    let all = Catalogue.shipped.chapters.flatMap(\.path)
    #expect(all.filter { $0.level == .core && $0.exercise == nil }.count <= 160)
  }
}
