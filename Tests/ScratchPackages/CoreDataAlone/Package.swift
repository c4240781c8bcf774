// swift-tools-version: 6.2
import PackageDescription

// Somebody else's package, which uses `CoreData` and nothing else of ours.
let package = Package(
  name: "CoreDataAlone",
  dependencies: [.package(name: "Workbook", path: "../../..")],
  targets: [
    .testTarget(name: "ShopTests", dependencies: [.product(name: "CoreData", package: "Workbook")])
  ]
)
