import Interleaving
import Testing
import WorkbookKit

@testable import CommandLineTool
@testable import Pages

/// The whole book, made once for all that look at it.
enum ShippedBook {
  static let files = Result {
    try BookFiles(Catalogue.shipped.chapters, tracks: Catalogue.shipped.tracks).files()
  }

  static func page(_ name: String) throws -> String {
    try #require(try files.get().first { $0.name == name }).html
  }
}

extension Scenario {
  /// Two threads, two locks, and names that try to be markup.
  static let hostile = Scenario(
    "hostile/locks", title: "</title><script>alert('title')</script>",
    question: "Is <b>this</b> & \"that\" text?",
    outcomes: [.allowed("<i>done</i>", "It says </p><script>alert('sentence')</script>.")],
    variants: [
      .bug(
        "<script>alert('variant')</script>", idea: "<img src=x onerror=alert(1)>",
        expecting: .failing(1, of: 3), lookAt: ["withLock"]
      ) { runtime in
        // </span><script>alert('source')</script>
        let (one, two) = (runtime.lock("<one>"), runtime.lock("two\"'&"))
        runtime.thread("<script>alert('a')</script>") {
          one.withLock {
            two.withLock { runtime.note("x", "</text><script>alert('note')</script>") }
          }
        }
        runtime.thread("b & c") { two.withLock { one.withLock {} } }
        runtime.atEnd { runtime.outcome("<i>done</i>") }
      },
      .fix("one order", idea: "The same order for both.", expecting: .passing(2)) { runtime in
        let (one, two) = (runtime.lock("<one>"), runtime.lock("two\"'&"))
        for name in ["<script>alert('a')</script>", "b & c"] {
          runtime.thread(name) { one.withLock { two.withLock {} } }
        }
        runtime.atEnd { runtime.outcome("<i>done</i>") }
      },
    ])

  var bug: Experiment { Experiment(self, variants[0]) }
}
