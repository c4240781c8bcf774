// swift-tools-version: 6.2
import PackageDescription

// Somebody else's package, which uses `Interleaving` and nothing else of ours.
let package = Package(
  name: "InterleavingAlone",
  dependencies: [.package(name: "Workbook", path: "../../../..")],
  targets: [
    .testTarget(
      name: "CounterTests", dependencies: [.product(name: "Interleaving", package: "Workbook")])
  ]
)
