import Interleaving
import WorkbookKit

extension Scenario {
  /// A test begins to listen when what it waits for may be over.
  static let expectationTooLate = Scenario(
    "launch/expectation-too-late", title: "The test that listens too late",
    question: "A test starts an import and waits for its end. Can it wait without end?",
    outcomes: [
      .allowed("green", "The test heard of the end and found the message."),
      .forbidden("red", "The test looked before the import was over."),
    ],
    variants: [
      .bug(
        "started, then listened to",
        idea: "The import may be over before the test says what it wants to hear.",
        expecting: .failing(1, of: 2), lookAt: ["start()", "whenOver"]
      ) { runtime in
        let imports = try TestedImport(runtime)
        let isOver = runtime.completion("the import")

        imports.start()
        imports.whenOver { isOver.complete() }
        isOver.wait()
        runtime.outcome(try imports.hasMessage ? "green" : "red")
      },
      .fix(
        "listened to, then started",
        idea: "Nothing can be over before it was started.",
        expecting: .passing(1), lookAt: ["whenOver", "start()"]
      ) { runtime in
        let imports = try TestedImport(runtime)
        let isOver = runtime.completion("the import")

        imports.whenOver { isOver.complete() }
        imports.start()
        isOver.wait()
        runtime.outcome(try imports.hasMessage ? "green" : "red")
      },
      .fix(
        "told by the call", named: "handler",
        idea: "The call that starts the import takes the block that is called at its end.",
        expecting: .passing(1), lookAt: ["start {"]
      ) { runtime in
        let imports = try TestedImport(runtime)
        let isOver = runtime.completion("the import")

        imports.start { isOver.complete() }
        isOver.wait()
        runtime.outcome(try imports.hasMessage ? "green" : "red")
      },
      Variant(
        "sleeps", "slept for, not waited for",
        idea: "A second is long for an import of one message, and promises nothing.",
        expecting: .failing(1, of: 2), lookAt: ["sleep"]
      ) { runtime in
        let imports = try TestedImport(runtime)

        imports.start()
        runtime.sleep(for: .seconds(1))
        runtime.outcome(try imports.hasMessage ? "green" : "red")
      },
      Variant(
        "asks", "asked, then listened to",
        idea: "Between the question whether it is over and the listening it may be over.",
        expecting: .failing(1, of: 3), lookAt: ["isOver", "whenOver"]
      ) { runtime in
        let imports = try TestedImport(runtime)
        let isOver = runtime.completion("the import")

        imports.start()
        if !imports.isOver {
          imports.whenOver { isOver.complete() }
          isOver.wait()
        }
        runtime.outcome(try imports.hasMessage ? "green" : "red")
      },
    ])
}

/// What is under test: an import in the background that tells a listener when it is over.
private final class TestedImport: @unchecked Sendable {
  // @unchecked Sendable because the lock guards the listener and the mark.
  private let chat: ChatStack
  private let runtime: Runtime
  private let lock: Lock
  private var listener: (() -> Void)?
  private var isDone = false

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack()
    lock = runtime.lock("listener")
  }

  func whenOver(_ listener: @escaping () -> Void) { lock.withLock { self.listener = listener } }

  var isOver: Bool { lock.withLock { isDone } }

  func start() {
    let imports = chat.backgroundContext("import")
    imports.perform { [self] in
      attempt {
        Message(context: imports).text = "On my way"
        try imports.save()
      }
      let told = lock.withLock {
        isDone = true
        return listener
      }
      told?()
    }
  }

  func start(_ listener: @escaping () -> Void) {
    whenOver(listener)
    start()
  }

  var hasMessage: Bool { get throws { try chat.storedTexts() == ["On my way"] } }
}
