// swift-tools-version: 6.2
import PackageDescription

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
]

/// The exercises: folder under `Exercises/`, module with its contract, check, solutions and museum.
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
  (folder: "11-UnreadBadge", module: "UnreadBadge"),
  (folder: "12-Outbox", module: "Outbox"),
  (folder: "13-LikeButton", module: "LikeButton"),
  (folder: "14-MessageList", module: "MessageList"),
  (folder: "15-DetailScreen", module: "DetailScreen"),
  (folder: "16-TagImport", module: "TagImport"),
  (folder: "17-ShiftSwap", module: "ShiftSwap"),
  (folder: "18-ProfileLoader", module: "ProfileLoader"),
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
  ],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CEditline", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "StyledText"),
    .target(name: "Interleaving"),
    .target(name: "CTaskLocals"),
    .target(name: "CConfinement"),
    .target(name: "InterleavingTesting", dependencies: ["CTaskLocals", "Interleaving"]),
    .target(
      name: "CoreData", dependencies: ["CSQLite", "Interleaving"],
      exclude: ["DIFFERENCES.md", "FACTS.md"]),
    .target(name: "ManagedAccessors"),
    .target(
      name: "WorkbookKit",
      dependencies: ["CConfinement", "CoreData", "Interleaving", "StyledText"],
      exclude: ["Platform/PlatformNames.swift"]),
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
      name: "IndependentEnumerator", path: "Tests/IndependentEnumerator", exclude: ["README.md"]),
    .target(
      name: "EnumeratorComparison", dependencies: ["IndependentEnumerator", "Interleaving"],
      path: "Tests/EnumeratorComparison"),
    .executableTarget(
      name: "CompareOrders", dependencies: ["EnumeratorComparison", "IndependentEnumerator"],
      path: "Tests/CompareOrders"),
    .testTarget(
      name: "EnumeratorTests", dependencies: ["EnumeratorComparison", "IndependentEnumerator"]),
    .executableTarget(
      name: "CrashingWriter", dependencies: ["CoreData"], path: "Tests/CrashingWriter"),
    .executableTarget(
      name: "StorePeer", dependencies: ["CoreData", "CSQLite"], path: "Tests/StorePeer"),
    .executableTarget(
      name: "LiveLoad", dependencies: ["CoreData", "Interleaving"], path: "Tests/LiveLoad"),
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
      path: "Tests/ToyExercise/01-CountTogether", exclude: ["Answer", "Exercise.md"],
      sources: ["Check", "Solution", "Museum"]),
    .executableTarget(
      name: "ToyExaminer", dependencies: ["CountTogether", "TemplateExercise", "WorkbookKit"],
      path: "Tests/ToyExaminer"),
    .testTarget(
      name: "WorkbookKitTests",
      dependencies: [
        "CoreData", "CountTogether", "Interleaving", "TemplateExercise", "ToyExaminer",
        "WorkbookKit",
      ]),
    .testTarget(
      name: "PagesTests", dependencies: ["CommandLineTool", "Interleaving", "Pages", "WorkbookKit"]),
    .target(name: "CPseudoTerminal", path: "Tests/CPseudoTerminal"),
    .target(
      name: "PseudoTerminal", dependencies: ["CPseudoTerminal"], path: "Tests/PseudoTerminal"),
    .executableTarget(
      name: "LineEditorDriver", dependencies: ["Terminal"], path: "Tests/LineEditorDriver"),
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
  package.targets += exerciseTargets("Exercises/\(folder)", module)
}
// What `workbook new` copies.
package.targets += chapterTargets("Tests/TemplateChapter", "CountingThreads")
package.targets += exerciseTargets("Tests/TemplateExercise", "TemplateExercise")

func chapterTargets(_ path: String, _ module: String) -> [Target] {
  [
    .target(
      name: module, dependencies: ["WorkbookKit", "CoreData", "Interleaving"],
      path: path, exclude: ["Tests"], sources: ["Scenario"], resources: [.copy("Lesson.md")]),
    .testTarget(
      name: "\(module)Tests", dependencies: [.target(name: module), "WorkbookKit"],
      path: "\(path)/Tests"),
  ]
}

func exerciseTargets(_ path: String, _ module: String) -> [Target] {
  [
    .target(
      name: module, dependencies: ["WorkbookKit", "CoreData", "Interleaving"],
      path: path, exclude: ["Answer", "Exercise.md"], sources: ["Check", "Solution", "Museum"])
  ]
}

/// Fuzzing programs have no `main`; they are built only when asked for (Tests/Fuzzing/README.md).
if Context.environment["WORKBOOK_FUZZ"] != nil {
  for (product, folder) in [("fuzz-predicates", "Predicates"), ("fuzz-models", "Models")] {
    package.targets.append(
      .executableTarget(
        name: product, dependencies: ["CoreData"], path: "Tests/Fuzzing/\(folder)",
        exclude: ["corpus.txt", "words.dict"], swiftSettings: [.unsafeFlags(["-parse-as-library"])])
    )
  }
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

/// A chapter's code is read like an app's, so it keeps the language's own rules; but it has no
/// warnings either.
for target in package.targets where (target.path ?? "").hasPrefix("Chapters/") {
  target.swiftSettings = [.treatAllWarnings(as: .error)]
}
