/// What the compiler says.
extension Symptom {
  static let compilerWords = [
    Symptom(
      "main-actor-isolated",
      "\"main actor-isolated ... cannot be ...\", or a capture that is not Sendable",
      signs: [
        "main actor-isolated", "main-actor-isolated", "main actor isolated",
        "non-sendable type", "capture of & non-sendable", "does not conform to the & sendable",
        "non-sendable & nsmanagedobject",
      ],
      causes: [
        Cause(
          what: "A block of a background context touches a property of a main-actor type.",
          tell: "The line is inside `perform { }`, and the name belongs to a view or view model.",
          scenario: "swift-concurrency/main-actor-closure",
          rule: "Inside the block use only what belongs to the context.",
          firstCut: "Return a value from the block and set it behind the `await`."),
        Cause(
          what: "A managed object is sent to another isolation.",
          tell: "The type that is not Sendable is a subclass of `NSManagedObject`.",
          scenario: "swift-concurrency/returned-object",
          rule: "IDs and values may cross; objects may not.",
          firstCut: "Send the `objectID`."),
        Cause(
          what: "The warning was silenced with `@unchecked Sendable` or `nonisolated(unsafe)`.",
          tell: "One of these words stands near the line.",
          scenario: "swift-concurrency/unchecked",
          rule: "A word that silences the compiler guards nothing.",
          firstCut: "Take it away, and keep an ID or a value there."),
      ]),
    Symptom(
      "sending-risks-races", "\"sending ... risks causing data races\"",
      signs: ["sending & risks causing data race", "risks causing data races"],
      causes: [
        Cause(
          what: "An object crosses an `await` and is still used on this side.",
          tell: "The value that is sent is a managed object, or holds one.",
          scenario: "swift-concurrency/returned-object",
          rule: "IDs and values may cross; objects may not.",
          firstCut: "Send the `objectID`, and look it up on the other side."),
        Cause(
          what: "An actor keeps a context and sends its objects out.",
          tell: "The value comes from a property of an actor.",
          scenario: "swift-concurrency/actor-owner",
          rule: "An actor is not its context's queue.",
          firstCut: "Do the work inside `context.perform`, and return values."),
      ]),
  ]
}
