/// A mistaken idea that explains wrong answers: under another rule each of them would be right.
///
/// The list is closed. A wrong answer points to the belief behind it, which comes back later in
/// other code; `LessonPath` finds it by its name.
public enum Belief: String, Sendable, Hashable, CaseIterable {
  case saveGoesToDisk = "save-goes-to-disk"
  case everyoneSeesASave = "everyone-sees-a-save"
  case fetchRefreshes = "fetch-refreshes"
  case readingIsHarmless = "reading-is-harmless"
  case backgroundThreadIsEnough = "background-thread-is-enough"
  case aLockMakesItMine = "a-lock-makes-it-mine"
  case speedDecides = "speed-decides"
  case moreThreadsHelp = "more-threads-help"
  case onlyCirclesBlock = "only-circles-block"
  case everyNestedWaitHangs = "every-nested-wait-hangs"
  case anIDIsForLife = "an-id-is-for-life"
  case permanentMeansStored = "permanent-means-stored"
  case errorsTakeCare = "errors-take-care"
  case oneCallIsOneUnit = "one-call-is-one-unit"
  case theCheckerSeesAll = "the-checker-sees-all"
  case compiledIsSafe = "compiled-is-safe"
  case anActorIsAlone = "an-actor-is-alone"
  case aTaskIsBackground = "a-task-is-background"
  case aPolicySettlesIt = "a-policy-settles-it"

  /// What a reader who holds it would say.
  public var sentence: String {
    switch self {
    case .saveGoesToDisk: "A save puts the changes on disk."
    case .everyoneSeesASave: "What one context has saved, the others show."
    case .fetchRefreshes: "A fetch brings objects up to date."
    case .readingIsHarmless: "Only reading cannot do any harm."
    case .backgroundThreadIsEnough: "A private context may be used on any background thread."
    case .aLockMakesItMine: "A lock around its use makes a context safe anywhere."
    case .speedDecides: "It goes wrong only when something is slow."
    case .moreThreadsHelp: "A further thread or queue in between takes the wait away."
    case .onlyCirclesBlock: "What cannot hang cannot block main either."
    case .everyNestedWaitHangs: "Waiting inside of a context's block always hangs."
    case .anIDIsForLife: "An object keeps the ID it was made with."
    case .permanentMeansStored: "An object with a permanent ID is in the store."
    case .errorsTakeCare: "A save that fails leaves things as if nothing had been tried."
    case .oneCallIsOneUnit: "What stands together in the code happens together."
    case .theCheckerSeesAll: "What the confinement checker lets pass is right."
    case .compiledIsSafe: "What the compiler accepts is free of races."
    case .anActorIsAlone: "Inside of an actor nothing can come in between."
    case .aTaskIsBackground: "What is moved into a task runs in the background."
    case .aPolicySettlesIt: "With a merge policy nothing is lost."
    }
  }

  /// The rule under which it would be right.
  public var rightIf: String {
    switch self {
    case .saveGoesToDisk: "every context were connected to the store itself"
    case .everyoneSeesASave: "all contexts shared their objects"
    case .fetchRefreshes: "a fetch replaced the values of objects that are already there"
    case .readingIsHarmless: "reading a property never fired a fault"
    case .backgroundThreadIsEnough: "a private context belonged to all threads but main"
    case .aLockMakesItMine: "Core Data itself took your lock whenever it touches an object"
    case .speedDecides: "a wait ended as soon as there was time enough"
    case .moreThreadsHelp: "the thread that waits could do something else meanwhile"
    case .onlyCirclesBlock: "a wait took no time when it ends at last"
    case .everyNestedWaitHangs: "a context waited for its children as they wait for it"
    case .anIDIsForLife: "the key of a row were known before the row is written"
    case .permanentMeansStored: "asking for a permanent ID wrote the row"
    case .errorsTakeCare: "a failed save also took its changes back"
    case .oneCallIsOneUnit: "nothing could run between two lines of yours"
    case .theCheckerSeesAll: "every mistake were a use off the queue"
    case .compiledIsSafe: "the compiler knew to which queue each object belongs"
    case .anActorIsAlone: "an actor waited at its await, and its context had no queue"
    case .aTaskIsBackground: "a task chose the queue, not the context"
    case .aPolicySettlesIt: "a policy knew what both sides meant"
    }
  }
}
