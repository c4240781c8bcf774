// swift-tools-version: 6.2
import PackageDescription

// A package that needs CoreData and nothing else. On Linux that is ours; on a Mac it is Apple's, and
// `swift test` in this folder says which of the facts that the book teaches do not hold there.
#if os(Linux)
  let packages: [Package.Dependency] = [.package(name: "Workbook", path: "../../../..")]
  let engine: [Target.Dependency] = [.product(name: "CoreData", package: "Workbook")]
#else
  let packages: [Package.Dependency] = []
  let engine: [Target.Dependency] = []
#endif

let package = Package(
  name: "CoreDataAlone",
  platforms: [.macOS(.v13)],
  dependencies: packages,
  targets: [
    .testTarget(name: "ShopTests", dependencies: engine),
    .testTarget(
      name: "FactsTests", dependencies: engine, swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
)
