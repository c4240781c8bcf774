import Foundation
import LongTests
import Testing

@testable import WorkbookKit

/// Which names are controlled, and what is said of those that are not.
@Suite(.long, .serialized) struct ControlledNamesTests {
  @Test func `an atomic that is read and then written loses an update`() async throws {
    let report = try await TryDesk.report(
      """
      import Synchronization
      final class Hits: Sendable {
        let count = Atomic(0)
        let names = Mutex<[String]>([])
        func add(_ name: String) {
          count.store(count.load(ordering: .relaxed) + 1, ordering: .relaxed)
          names.withLock { $0.append(name) }
        }
      }
      func scenario(_ s: Stage) {
        let hits = Hits()
        for name in ["A", "B"] { s.thread(name) { hits.add(name) } }
        s.expect("both") { hits.count.load(ordering: .relaxed) == 2 }
        s.expect("both names") { hits.names.withLock { $0.count } == 2 }
      }
      """)
    #expect(report.findings.map(\.sentence) == ["\"both\""])
    #expect(report.isExhaustive)
  }

  @Test func `observers are gone with their run, and timers and streams end`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      extension Notification.Name { static let saved = Notification.Name("saved") }
      @MainActor final class Screen {
        var shown = 0
        var observer: Any?
        func begin() {
          observer = NotificationCenter.default.addObserver(
            forName: .saved, object: nil, queue: .main
          ) { _ in MainActor.assumeIsolated { self.shown += 1 } }
        }
      }
      @MainActor func scenario(_ s: Stage) {
        let screen = Screen()
        screen.begin()
        var ticks = 0
        Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in ticks += 1 }
        s.thread("saver") { NotificationCenter.default.post(name: .saved, object: nil) }
        s.expect("shown once") { screen.shown == 1 }
        s.expect("three ticks") { ticks == 3 }
      }
      """)
    #expect(report.found == [])
    #expect(report.status == .done)
  }

  @Test func `a setting that is read and then written loses an update`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      final class Metrics: Sendable {
        func begin() {
          let count = UserDefaults.standard.integer(forKey: "sessions")
          UserDefaults.standard.set(count + 1, forKey: "sessions")
        }
      }
      func scenario(_ s: Stage) {
        let metrics = Metrics()
        for name in ["A", "B"] { s.thread(name) { metrics.begin() } }
        s.expect("both") { UserDefaults(suiteName: nil)?.object(forKey: "sessions") as? Int == 2 }
        s.expect("nothing else") { UserDefaults.standard.string(forKey: "name") == nil }
      }
      """)
    #expect(report.findings.map(\.sentence) == ["\"both\""])
    #expect(report.isExhaustive)
  }

  @Test func `a condition lock lets in who waits for a number`() async throws {
    let report = try await TryDesk.report(
      """
      import Foundation
      final class Gate: @unchecked Sendable {
        let lock = NSConditionLock(condition: 0)
        var text = ""
        func put() {
          lock.lock()
          text = "here"
          lock.unlock(withCondition: 1)
        }
        func take() -> String {
          lock.lock(whenCondition: 1)
          defer { lock.unlock() }
          return text
        }
      }
      func scenario(_ s: Stage) {
        let gate = Gate()
        s.thread("taker") { if gate.take() != "here" { fatalError() } }
        s.thread("putter") { gate.put() }
      }
      """)
    #expect(report.found == [])
    #expect(report.isExhaustive)
  }

  @Test func `a class of the reader's comes before one of ours`() async throws {
    let report = try await TryDesk.report(
      """
      final class Timer { var name = "mine" }
      struct Operation { var name = "mine" }
      func scenario(_ s: Stage) {
        s.expect("mine") { Timer().name + Operation().name == "minemine" }
      }
      """)
    #expect(report.found == [])
  }

  @Test func `modules that Linux lacks are empty but for what stands in`() async throws {
    let report = try await TryDesk.report(
      """
      import Combine
      import UIKit
      import os
      final class Images: ObservableObject {
        @Published var names: [String] = []
        private let lock = OSAllocatedUnfairLock(initialState: [String: UIImage]())
        private let logger = Logger(subsystem: "app", category: "images")
        func image(_ name: String) -> UIImage {
          logger.info("asks for \\(name, privacy: .public)")
          return lock.withLock { images in
            if let image = images[name] { return image }
            let image = UIImage()
            images[name] = image
            return image
          }
        }
      }
      func scenario(_ s: Stage) {
        let images = Images()
        var seen: [UIImage] = []
        let lock = NSLock()
        for name in ["A", "B"] {
          s.thread(name) {
            let image = images.image("cat")
            lock.withLock { seen.append(image) }
          }
        }
        s.expect("one image") { seen[0] === seen[1] }
      }
      """)
    #expect(report.found == [])
    #expect(report.status == .done)
  }

  @Test(arguments: [
    ("let session = URLSession.shared", "not controlled: URLSession answers from outside"),
    ("let io: DispatchIO? = nil", "not controlled: DispatchIO"),
    (
      "var it = pthread_cond_t(); pthread_cond_signal(&it)", "not controlled: pthread_cond_signal"
    ),
    (
      "var lock = os_unfair_lock(); os_unfair_lock_lock(&lock)",
      "not controlled: os_unfair_lock_lock of a variable, which Swift may move"
    ),
    ("let it = #selector(getter: NSObject.hash)", "Linux has none: hand over a closure"),
    ("let lock = Foundation.NSLock()", "not controlled: 'Foundation.NSLock' is the real one"),
    ("DispatchQueue(label: \"a\").suspend()", "not controlled: suspending a queue"),
    ("OperationQueue().progress.cancel()", "not controlled: 'progress' of OperationQueue"),
    ("let a: Int = \"text\"", "cannot convert value of type 'String' to specified type 'Int'"),
  ])
  func `what is not controlled is refused, at the reader's line`(code: String, words: String)
    async throws
  {
    let refusal = try await TryDesk.refusal(
      """
      import Foundation
      func scenario() {
        \(code)
      }
      """)
    #expect(refusal.contains("Mine.swift:3:"))
    #expect(refusal.contains(words))
    #expect(!refusal.contains("Platform."))
  }

  @Test func `a name that the reader's own hides is offered by another`() async throws {
    let refusal = try await TryDesk.refusal(
      """
      import Foundation
      class Operation: Foundation.Operation {}
      func scenario() {}
      """)
    #expect(refusal.contains("write 'Platform.Operation', as your own Operation hides the other"))
    let report = try await TryDesk.report(
      """
      import Foundation
      class Operation: Platform.Operation {}
      func scenario() { OperationQueue().addOperation(Operation()) }
      """)
    #expect(report.found == [])
  }

  @Test func `a module of a screen's brings Foundation, and stand-ins that may be offered`()
    async throws
  {
    let report = try await TryDesk.report(
      """
      import SwiftUI
      public final class Pictures {
        private var pictures: [URL: Image] = [:]
        private let lock = NSLock()
        public subscript(_ url: URL) -> Image? {
          get { lock.withLock { pictures[url] } }
          set { lock.withLock { pictures[url] = newValue } }
        }
      }
      func scenario(_ s: Stage) {
        let (pictures, url) = (Pictures(), URL(filePath: "/a"))
        s.thread("A") { pictures[url] = Image("a") }
        s.thread("B") { _ = pictures[url] }
        s.expect("there") { pictures[url] == Image("a") }
      }
      """)
    #expect(report.found == [])
  }

  @Test func `of what is not controlled no consequences are told`() async throws {
    let refusal = try await TryDesk.refusal(
      """
      import Combine
      import UIKit
      final class Loader: ObservableObject {
        @Published var image: UIImage?
        private var request: AnyCancellable?
        func load(_ url: URL) {
          request = URLSession.shared.dataTaskPublisher(for: url).map { UIImage(data: $0.data) }
            .replaceError(with: nil).assign(to: \\.image, on: self)
        }
        deinit { request?.cancel() }
      }
      func scenario() {}
      """)
    let errors = refusal.split(separator: "\n").filter { $0.contains(#/^\S+: error: /#) }
    #expect(errors.count >= 3)
    #expect(errors.allSatisfy { $0.contains("error: not controlled: ") }, "\(refusal)")
  }

  @Test func `a module of another package is asked for beside the file`() async throws {
    let refusal = try await TryDesk.refusal("import Alamofire\nfunc scenario() {}")
    #expect(refusal.contains("Mine.swift:1:"))
    #expect(refusal.contains("put what the file uses of it beside it, and try the folder"))
  }

  @Test func `what is allowed all the same is said`() async throws {
    var options = TryOptions()
    options.allowsUncontrolled = true
    let text = """
      import Foundation
      func scenario() {
        let handle: FileHandle? = nil
        _ = handle
      }
      """
    let report = try await TryDesk.report(text, options)
    #expect(report.status == .done)
    let desk = try TryDesk(text)
    let page = TryPage(report, of: desk.source, options)
    let said = page.lines(width: 200, isAccessible: false).map(\.text).joined(separator: "\n")
    #expect(said.contains("Used though it is not controlled: FileHandle;"))
  }
}
