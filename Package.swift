// swift-tools-version: 6.2
import PackageDescription

#if !os(Linux)
  #error("The workbook runs on Linux. On a Mac, use the container of README.md, 'On a Mac'.")
#endif

/// The chapters: folder under `Chapters/`, module inside it.
let chapters: [(folder: String, module: String)] = [
  (folder: "01-Basics", module: "Basics"),
  (folder: "02-Problems", module: "Problems"),
  (folder: "03-Confinement", module: "Confinement"),
  (folder: "04-NestedContexts", module: "NestedContexts"),
  (folder: "05-TemporaryIDs", module: "TemporaryIDs"),
  (folder: "06-Deadlocks", module: "Deadlocks"),
  (folder: "07-SwiftConcurrency", module: "SwiftConcurrency"),
  (folder: "08-LiveLists", module: "LiveLists"),
  (folder: "09-Conflicts", module: "Conflicts"),
  (folder: "10-History", module: "History"),
  (folder: "11-Launch", module: "Launch"),
  (folder: "12-Volume", module: "Volume"),
  (folder: "13-Layers", module: "Layers"),
  (folder: "14-WholeApp", module: "WholeApp"),
]

/// The exercises: folder under `Exercises/` and under `Sources/Graders/`, module with its contract
/// and check. Our own right and wrong answers are in no target: they are built when asked for.
let exercises: [(folder: String, module: String)] = [
  (folder: "01-ImportHistory", module: "ImportHistory"),
  (folder: "02-RefusedRename", module: "RefusedRename"),
  (folder: "03-RenameRoom", module: "RenameRoom"),
  (folder: "04-ExportTexts", module: "ExportTexts"),
  (folder: "05-StaleTitle", module: "StaleTitle"),
  (folder: "06-ImportOperation", module: "ImportOperation"),
  (folder: "07-SendDraft", module: "SendDraft"),
  (folder: "08-EditSheet", module: "EditSheet"),
  (folder: "09-OpenNewRoom", module: "OpenNewRoom"),
  (folder: "10-NestedReply", module: "NestedReply"),
  (folder: "11-MissingReplies", module: "MissingReplies"),
  (folder: "12-UnreadBadge", module: "UnreadBadge"),
  (folder: "13-Outbox", module: "Outbox"),
  (folder: "14-LikeButton", module: "LikeButton"),
  (folder: "15-ProfileLoader", module: "ProfileLoader"),
  (folder: "16-StopSync", module: "StopSync"),
  (folder: "17-MessageList", module: "MessageList"),
  (folder: "18-DetailScreen", module: "DetailScreen"),
  (folder: "19-TagImport", module: "TagImport"),
  (folder: "20-ShiftSwap", module: "ShiftSwap"),
  (folder: "21-WidgetNews", module: "WidgetNews"),
  (folder: "22-LaunchGate", module: "LaunchGate"),
  (folder: "23-FlakyTest", module: "FlakyTest"),
  (folder: "24-SearchAsYouType", module: "SearchAsYouType"),
  (folder: "25-RoomOverview", module: "RoomOverview"),
  (folder: "26-OldMessages", module: "OldMessages"),
  (folder: "27-SaveWithCompletion", module: "SaveWithCompletion"),
  (folder: "28-UnwrapTheHelper", module: "UnwrapTheHelper"),
]

let package = Package(
  name: "Workbook",
  products: [
    .executable(name: "workbook", targets: ["CommandLineTool"]),
    .executable(name: "benchmark", targets: ["Benchmarks"]),
    .executable(name: "compare-orders", targets: ["CompareOrders"]),
    .library(name: "CoreData", targets: ["CoreData"]),
    .library(name: "Interleaving", targets: ["Interleaving"]),
    .library(name: "InterleavingTesting", targets: ["InterleavingTesting"]),
    .library(name: "ControlledDispatch", targets: ["ControlledDispatch"]),
    .library(name: "CMemoryAccesses", targets: ["CMemoryAccesses"]),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CEditline", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "StyledText"),
    .target(name: "Interleaving"),
    .target(
      name: "ControlledDispatch", dependencies: ["Interleaving"],
      exclude: ["DIFFERENCES.md", "Names"]),
    // Defines what ThreadSanitizer defines as well: nothing of ours is linked with it.
    .target(name: "CMemoryAccesses"),
    .target(name: "CTaskLocals"),
    .target(name: "CConfinement"),
    .target(name: "InterleavingTesting", dependencies: ["CTaskLocals", "Interleaving"]),
    .target(
      name: "CoreData", dependencies: ["CSQLite", "Interleaving"],
      exclude: ["DIFFERENCES.md", "FACTS.md"]),
    .target(name: "ManagedAccessors"),
    .target(
      name: "WorkbookKit",
      dependencies: [
        "CConfinement", "ControlledDispatch", "CoreData", "Interleaving", "ManagedAccessors",
        "StyledText",
      ]),
    .target(
      name: "Pages", dependencies: ["WorkbookKit", "StyledText", "CoreData", "Interleaving"]),
    .target(name: "Terminal", dependencies: ["CEditline", "StyledText"]),
    .executableTarget(
      name: "CommandLineTool",
      dependencies: [
        "Terminal", "WorkbookKit", "Pages", "StyledText", "CoreData", "Interleaving", "CSQLite",
        "CEditline", "ManagedAccessors",
      ]
        + (chapters + exercises).map { .target(name: $0.module) }),
    .executableTarget(
      name: "Benchmarks", dependencies: ["CoreData", "CSQLite", "Interleaving"],
      exclude: ["README.md"]),
    .testTarget(name: "ConventionsTests"),
    .testTarget(name: "InterleavingTests", dependencies: ["Interleaving"]),
    .testTarget(
      name: "InterleavingTestingTests", dependencies: ["Interleaving", "InterleavingTesting"]),
    .target(
      name: "IndependentEnumerator", path: "Tests/Support/IndependentEnumerator",
      exclude: ["README.md"]),
    .target(
      name: "EnumeratorComparison", dependencies: ["IndependentEnumerator", "Interleaving"],
      path: "Tests/Support/EnumeratorComparison"),
    .executableTarget(
      name: "CompareOrders", dependencies: ["EnumeratorComparison", "IndependentEnumerator"],
      path: "Tests/Programs/CompareOrders"),
    .testTarget(
      name: "EnumeratorTests", dependencies: ["EnumeratorComparison", "IndependentEnumerator"]),
    .executableTarget(
      name: "CrashingWriter", dependencies: ["CoreData"], path: "Tests/Programs/CrashingWriter"),
    .executableTarget(
      name: "StorePeer", dependencies: ["CoreData", "CSQLite"], path: "Tests/Programs/StorePeer"),
    .executableTarget(
      name: "LiveLoad", dependencies: ["CoreData", "Interleaving"], path: "Tests/Programs/LiveLoad"),
    .testTarget(
      name: "ManagedAccessorsTests",
      dependencies: ["ManagedAccessors", "CoreData", "PseudoTerminal"]),
    .testTarget(
      name: "CoreDataTests",
      dependencies: [
        "CoreData", "CrashingWriter", "CSQLite", "Interleaving", "LiveLoad", "PseudoTerminal",
        "StorePeer",
      ]),
    .testTarget(
      name: "ExerciseTests",
      dependencies: ["WorkbookKit", "CommandLineTool"]
        + exercises.map { .target(name: $0.module) }),
    .target(
      name: "CountTogether", dependencies: ["WorkbookKit", "CoreData", "Interleaving"],
      path: "Tests/Fixtures/ToyExercise/Sources/Graders/01-CountTogether",
      exclude: ["Museum", "Solutions"], sources: ["Task"]),
    .testTarget(
      name: "WorkbookKitTests",
      dependencies: [
        "ControlledDispatch", "CoreData", "CountTogether", "Interleaving", "TemplateExercise",
        "WorkbookKit",
      ]),
    .testTarget(
      name: "PagesTests", dependencies: ["CommandLineTool", "Interleaving", "Pages", "WorkbookKit"]),
    .target(name: "LongTests", path: "Tests/Support/LongTests"),
    .target(name: "CPseudoTerminal", path: "Tests/Support/CPseudoTerminal"),
    .target(
      name: "PseudoTerminal", dependencies: ["CPseudoTerminal"],
      path: "Tests/Support/PseudoTerminal"),
    .executableTarget(
      name: "LineEditorDriver", dependencies: ["Terminal"], path: "Tests/Programs/LineEditorDriver"),
    .testTarget(name: "StyledTextTests", dependencies: ["StyledText"]),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", "StyledText", "PseudoTerminal", "LineEditorDriver"]),
    .testTarget(
      name: "CommandLineToolTests",
      dependencies: [
        "CommandLineTool", "CountTogether", "Interleaving", "PseudoTerminal", "Terminal",
        "WorkbookKit",
      ], exclude: ["Golden"]),
  ]
)

for (folder, module) in chapters {
  package.targets += chapterTargets("Chapters/\(folder)", module)
}
for (folder, module) in exercises {
  package.targets.append(exerciseTarget("Sources/Graders/\(folder)", module))
}
// What `workbook new` copies.
package.targets += chapterTargets("Tests/Fixtures/TemplateChapter", "CountingThreads")
package.targets.append(
  exerciseTarget(
    "Tests/Fixtures/TemplateExercise/Sources/Graders/00-TemplateExercise", "TemplateExercise"))

func chapterTargets(_ path: String, _ module: String) -> [Target] {
  [
    .target(
      name: module,
      dependencies: ["WorkbookKit", "ControlledDispatch", "CoreData", "Interleaving"],
      path: path, exclude: ["Tests"], sources: ["Scenario"], resources: [.copy("Lesson.md")]),
    .testTarget(
      name: "\(module)Tests", dependencies: [.target(name: module), "WorkbookKit"],
      path: "\(path)/Tests"),
  ]
}

func exerciseTarget(_ path: String, _ module: String) -> Target {
  .target(
    name: module,
    dependencies: ["WorkbookKit", "ControlledDispatch", "CoreData", "Interleaving"],
    path: path, exclude: ["Museum", "Solutions"], sources: ["Task"])
}

/// Fuzzing programs have no `main`; they are built only when asked for (Tests/Programs/Fuzzing/README.md).
if Context.environment["WORKBOOK_FUZZ"] != nil {
  for (product, folder) in [("fuzz-predicates", "Predicates"), ("fuzz-models", "Models")] {
    package.targets.append(
      .executableTarget(
        name: product, dependencies: ["CoreData"], path: "Tests/Programs/Fuzzing/\(folder)",
        exclude: ["corpus.txt", "words.dict"], swiftSettings: [.unsafeFlags(["-parse-as-library"])])
    )
  }
}

for target in package.targets where target.type == .test && target.path == nil {
  target.path = "Tests/Unit/\(target.name)"
  target.dependencies.append("LongTests")
}

/// Our own code is built more strictly than what a reader edits.
for target in package.targets
where target.type != .system && (target.path ?? "Tests/").hasPrefix("Tests/") {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}

/// A chapter's code is read like an app's, so it keeps the language's own rules, and so does what
/// an answer has to fit; but neither has warnings.
for target in package.targets
where ["Chapters/", "Sources/Graders/"].contains(where: (target.path ?? "").hasPrefix) {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}

/// `WORKBOOK_ONLY=CoreDataTests swift test` builds what these targets need and nothing else: after
/// an edit of an engine, the chapters and exercises above it can wait.
///
/// Plain `swift test` is about the book. The engines' own tests take nearly half of the time in
/// which all is built; they are there with `WORKBOOK_TESTS=all`, as the last line of a run says.
if let names = Context.environment["WORKBOOK_ONLY"] {
  let needed = needs(of: names.split(separator: ",").map(String.init), in: package.targets)
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
} else if Context.environment["WORKBOOK_TESTS"] == nil {
  let ofEngines: Set = [
    "CoreDataTests", "CrashingWriter", "EnumeratorTests", "InterleavingTestingTests",
    "InterleavingTests", "LiveLoad", "ManagedAccessorsTests", "StorePeer",
  ]
  package.targets.removeAll { ofEngines.contains($0.name) }
  let longTests = package.targets.first { $0.name == "LongTests" }
  longTests?.swiftSettings?.append(.define("WITHOUT_ENGINES"))
}

func needs(of names: [String], in targets: [Target]) -> Set<String> {
  var needed: Set<String> = []
  var open = names
  while let name = open.popLast() {
    guard needed.insert(name).inserted else { continue }
    for dependency in targets.first(where: { $0.name == name })?.dependencies ?? [] {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): open.append(name)
      default: break
      }
    }
  }
  return needed
}
