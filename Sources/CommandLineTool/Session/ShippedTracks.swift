internal import WorkbookKit

extension Track {
  /// The tracks through the shipped chapters.
  static let shipped = [twoHours, hang, lostData, staleScreen, swift6]

  private static let twoHours = Track(
    "two-hours", "What everybody should know", minutes: 120,
    """
    basics: the-list-stops reading-our-programs choose-the-repair the-rule the-stack \
    changed-and-not-saved make-it-lie faults one-by-one the-error-that-is-never-read \
    an-answer-to-a-conflict in-your-own-app
    problems: a-number-that-is-not-there what-the-checker-says what-may-travel the-rule \
    i-only-read-it what-does-the-formatter-get a-background-thread-is-not-a-queue \
    how-much-goes-inside what-no-checker-sees make-it-lose-one count-right in-your-own-app
    confinement: the-save-that-main-missed the-rule merging-in-time choose-how-to-follow \
    between-save-and-merge where-it-arrives whom-it-hears how-often made-on-main \
    in-your-own-app
    nested-contexts: saved-and-gone the-rule which-save-is-missing the-cancel-button \
    what-may-cancel-throw-away what-a-child-sees make-it-stale bring-the-sheet-up-to-date \
    an-import-under-main which-context-for-which-job three-levels in-your-own-app
    temporary-ids: a-message-that-is-not-there the-rule find-it-all-the-same \
    read-before-the-save between-two-blocks make-it-unknown permanent-and-not-there \
    wait-for-the-row the-trap-of-nested-contexts saved-twice one-name-for-all-levels \
    in-your-own-app
    deadlocks: the-app-stands-still the-rule one-wait-becomes-a-message two-doors \
    make-it-hang choose-the-repair a-child-that-is-saving ask-the-child a-lock-in-the-middle \
    no-circle-no-smooth-screen save-without-standing-still in-your-own-app
    """)

  private static let hang = Track(
    "hang", "An app that stands still", minutes: 60,
    """
    basics: the-list-stops choose-the-repair the-rule waiting-for-another-s-save \
    avoid-the-wait one-by-one all-at-once
    deadlocks: the-app-stands-still the-rule one-wait-becomes-a-message two-doors \
    make-it-hang choose-the-repair a-child-that-is-saving ask-the-child a-lock-in-the-middle \
    no-circle-no-smooth-screen save-without-standing-still in-your-own-app which-wait-goes \
    seven-shapes a-hang-report-read the-badge-that-stops-the-app
    """)

  private static let lostData = Track(
    "lost-data", "Changes that get lost", minutes: 80,
    """
    basics: changed-and-not-saved make-it-lie the-error-that-is-never-read \
    an-answer-to-a-conflict
    problems: what-no-checker-sees make-it-lose-one count-right
    nested-contexts: saved-and-gone the-rule which-save-is-missing three-levels
    live-lists: the-refresh-that-ate-a-topic keep-what-was-typed
    conflicts: the-policy-that-was-never-chosen the-rule base-mine-and-theirs-in-time \
    choose-a-policy the-store-wins a-number-with-a-winner count-both find-it-or-make-it \
    one-tag no-doctor-on-call keep-one-on-call the-room-was-never-edited keep-both-messages
    basics: the-rename-that-is-refused
    """)

  private static let staleScreen = Track(
    "stale-screen", "A screen that shows what was", minutes: 55,
    """
    confinement: the-save-that-main-missed the-rule merging-in-time choose-how-to-follow \
    between-save-and-merge where-it-arrives whom-it-hears how-often
    nested-contexts: what-a-child-sees bring-the-sheet-up-to-date
    confinement: the-title-that-stays-old
    live-lists: the-list-that-stands-still the-rule let-it-follow the-badge-knows-more \
    make-them-agree found-and-shown-otherwise count-what-is-found \
    the-refresh-that-ate-a-topic keep-what-was-typed the-message-that-is-gone notice-it \
    in-your-own-app
    """)

  private static let swift6 = Track(
    "swift-6", "Core Data and async/await", minutes: 50,
    """
    problems: a-number-that-is-not-there what-may-travel the-rule i-only-read-it \
    what-does-the-formatter-get
    swift-concurrency: the-room-that-comes-back the-rule the-pool-and-the-queues \
    choose-what-to-return read-await-write keep-both-likes the-actor-that-owns-a-context \
    give-the-actor-its-context moved-into-a-task a-block-that-believes-it-is-on-main \
    bring-it-to-main in-your-own-app on-the-main-actor what-each-sdk-says \
    promised-to-the-compiler what-may-lie-in-the-cache the-like-that-got-lost
    """)

  /// A line for each chapter that the track comes to: its id, a colon, and the names of steps.
  private init(_ name: String, _ title: String, minutes: Int, _ lines: String) {
    let steps = lines.split(separator: "\n").flatMap { line in
      let words = line.split { $0 == ":" || $0 == " " }
      return words.dropFirst().map { "\(words[0])/\($0)" }
    }
    self.init(name, title, minutes: minutes, steps)
  }
}
