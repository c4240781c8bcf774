/// Messages and frames of a program that was stopped.
extension Symptom {
  static let crashes = [
    Symptom(
      "unfulfilled-fault", "\"could not fulfill a fault\"",
      signs: [
        "fulfill & a fault|fault for", "nsobjectinaccessible", "inaccessible & fault|object",
      ],
      chart: .init(
        "could not fulfill a fault",
        "its row or its context is gone: live-lists/deleted-elsewhere. Look it up again."),
      causes: [
        Cause(
          what: "The row was deleted elsewhere while this object was still a fault.",
          tell:
            "`try existingObject(with: id)` throws 133000, and the object still has its context.",
          scenario: "live-lists/deleted-elsewhere",
          rule: "A fault is a promise to read later; a deletion may come first.",
          firstCut:
            "Keep the ID, and look the object up with `existingObject(with:)` when you need "
            + "it; handle the error."),
        Cause(
          what: "Its context is gone: a function returned objects and dropped the context.",
          tell: "`object.managedObjectContext` is nil.",
          scenario: "basics/dead-context",
          rule: "An object needs its context for as long as anything is read from it.",
          firstCut: "Return values or IDs, or keep the context as long as the objects."),
        Cause(
          what: "The ID was temporary, or was passed on before its row was saved.",
          tell: "`objectID.isTemporaryID` is true where the ID was read.",
          scenario: "temporary-ids/passed-too-soon",
          rule: "An ID leads to a row once the save that writes the row is over.",
          firstCut: "Read the ID after the root has saved."),
      ]),
    Symptom(
      "mutated-while-enumerated", "\"was mutated while being enumerated\"",
      signs: ["mutated while & enumerat"],
      causes: [
        Cause(
          what: "An object is changed off its queue while its own queue walks through its "
            + "relationships or the context's changes.",
          tell: "With `-com.apple.CoreData.ConcurrencyDebug 1` the app stops earlier, in the other "
            + "thread, at the line that changed it.",
          scenario: "problems/carried-object",
          rule: "Everything about a context and its objects happens on its queue.",
          firstCut: "Carry the ID, and look the object up in a context of that queue."),
        Cause(
          what: "A change is made inside the loop itself: deleting, or a setter that moves a "
            + "member of the set you walk through.",
          tell: "Both ends are in one stack: the loop and the change.",
          scenario: "problems/only-reading",
          rule: "What you walk through must stay as it is while you do.",
          firstCut: "Walk through a copy: `for item in Array(set)`."),
      ]),
    Symptom(
      "multithreading-violation", "The concurrency checker has stopped the app",
      signs: [
        "__multithreading_violation", "allthatislefttousishonor",
        "_pfassertsafemultithreadedaccess", "coredata.concurrencydebug & violation",
      ],
      chart: .init(
        "crash in a getter", "the wrong queue: problems/carried-object. Carry the ID."),
      causes: [
        Cause(
          what: "An object is used on another queue than that of its context; reading counts.",
          tell: "The frame below the checker's is a getter or a setter of a managed object.",
          scenario: "problems/carried-object",
          rule: "Carry IDs and values across queues, never objects.",
          firstCut: "Hand over the `objectID`, and use `object(with:)` in a block of the other "
            + "context."),
        Cause(
          what: "A private context is used without a block: on the thread that made it, say.",
          tell: "The frame below is `fetch`, `save`, `hasChanges` or `insert` of a context.",
          scenario: "problems/no-perform",
          rule: "A private context is spoken to inside `perform`, from the first look to the save.",
          firstCut: "Put the whole work into one `perform`."),
        Cause(
          what: "A notification is merged on the thread that saved.",
          tell: "The frame below is `mergeChanges`, in an observer of did-save.",
          scenario: "confinement/merge-thread",
          rule: "The observer runs where the save runs; merging belongs to the other context.",
          firstCut: "Merge inside `perform` of the context that merges."),
      ]),
    Symptom(
      "context-outlived-its-thread", "A context or object met a thread that is not its own",
      signs: ["_youcreatedannsmanagedobjectcontextonathread", "didnotreleaseit"],
      causes: [
        Cause(
          what: "A context made for one thread lived on after it, or was used by another.",
          tell: "It was made with the deprecated `init()`, or lies in a thread's dictionary.",
          scenario: "confinement/thread-hop",
          rule: "A queue is not a thread: two blocks of it may run on two.",
          firstCut: "Make it a private-queue context and use it inside `perform`."),
        Cause(
          what: "An operation made its context in `init`, which runs on the caller's thread.",
          tell: "The context is a property that is set before `main()` begins.",
          scenario: "confinement/import-operation",
          rule: "What belongs to a thread is made on that thread.",
          firstCut: "Make the context in `main()`, or use a private-queue context."),
      ]),
    Symptom(
      "value-coercion", "A crash while a value is read: _PFManagedObject_coerceValueForKey...",
      signs: ["_pfmanagedobject_coercevalue", "coercevalueforkeywithdescription"],
      causes: [
        Cause(
          what: "Another thread changed the object or fired its fault at the same moment.",
          tell: "Two threads of the report are in one object's getter or setter.",
          scenario: "problems/only-reading",
          rule: "Reading may load the row, and so writes into the object.",
          firstCut: "Read on the context's queue and hand over the values."),
        Cause(
          what: "The object's context was dropped or reset meanwhile.",
          tell: "`managedObjectContext` is nil, or `reset()` stands in the log before the crash.",
          scenario: "basics/dead-context",
          rule: "An object needs its context for as long as anything is read from it.",
          firstCut: "Return values or IDs, and look objects up after a reset."),
      ]),
    Symptom(
      "queue-assertion", "dispatch_assert_queue_fail, or a stop in _checkExpectedExecutor",
      signs: [
        "dispatch_assert_queue_fail", "dispatch_assert_queue & fail",
        "_checkexpectedexecutor", "swift_task_isexecutor & block was expected|crash|fail",
        "block was expected to execute on queue",
      ],
      causes: [
        Cause(
          what: "A closure written in a `@MainActor` type is main-actor code, and `perform` of a "
            + "background context runs it elsewhere.",
          tell: "The closure names `self` or a property of a main-actor type; Swift 6 mode stops, "
            + "Swift 5 mode goes on.",
          scenario: "swift-concurrency/main-actor-closure",
          rule: "Inside the block use only what belongs to the context; show it behind the await.",
          firstCut: "Return the values from the block and set them after the `await`."),
        Cause(
          what: "Your own `dispatchPrecondition` or a library's check found another queue.",
          tell: "The frame above the assertion is yours or the library's, not Swift's runtime.",
          scenario: "problems/no-perform",
          rule: "Each call says on which queue it may be made.",
          firstCut: "Hop there first: `perform`, or `await MainActor.run`."),
      ]),
    Symptom(
      "two-contexts-one-relationship", "\"Illegal attempt to establish a relationship\"",
      signs: ["illegal attempt & relationship"],
      causes: [
        Cause(
          what:
            "The two objects belong to two contexts: one was fetched here, one was handed over.",
          tell: "`a.managedObjectContext !== b.managedObjectContext`.",
          scenario: "problems/carried-object",
          rule: "Objects of one graph come from one context.",
          firstCut: "`context.object(with: other.objectID)`, and relate that one."),
        Cause(
          what: "A parent's object is given to a child's, or the other way round.",
          tell: "One context is the other's `parent`.",
          scenario: "nested-contexts/scratch-pad",
          rule: "Parent and child are two contexts too.",
          firstCut: "Look the parent's object up in the child by its ID."),
      ]),
    Symptom(
      "wrong-row-count", "\"invalid number of rows\" of a table or collection view",
      signs: ["invalid number of & rows|items|sections", "invalid update & rows|items|section"],
      causes: [
        Cause(
          what: "The list reads results on one queue while the controller changes them on another.",
          tell: "The controller's context is not the view context.",
          scenario: "live-lists/background-controller",
          rule: "A list's controller belongs to the view context.",
          firstCut: "Give the controller the view context; fetch in batches if it is slow."),
        Cause(
          what: "Two sources of the number: the count was fetched, the rows come from the list.",
          tell: "Between the two a merge has not happened yet.",
          scenario: "live-lists/merged-too-late",
          rule: "What must agree on the screen comes from one place.",
          firstCut: "Take both numbers from the controller."),
      ]),
  ]
}
