// swift-tools-version: 6.2
// The Store layer alone. The root Package.swift is authoritative; Scripts/check-manifests compares.
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "store",
  platforms: [.macOS("15.4")],
  products: [
    .library(name: "Store", targets: ["Store"])
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(name: "models", path: "../Models"),
    .package(name: "processes", path: "../Processes"),
  ],
  targets: [
    .target(
      name: "CStoreSums",
      dependencies: [.product(name: "GRDBSQLite", package: "GRDB.swift")]),
    .target(
      name: "Store",
      dependencies: [
        "CStoreSums",
        .product(name: "Models", package: "models"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ], swiftSettings: settings),
    .target(
      name: "CStoreFaults",
      dependencies: [.product(name: "GRDBSQLite", package: "GRDB.swift")],
      path: "Tests/CStoreFaults"),
    .executableTarget(
      name: "StoreCrashWriter", dependencies: ["Store", "CStoreFaults"],
      path: "Tests/StoreCrashWriter", swiftSettings: settings),
    .testTarget(
      name: "StoreTests",
      dependencies: [
        "Store", "StoreCrashWriter", .product(name: "Models", package: "models"),
        .product(name: "ProcessTestSupport", package: "processes"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ], swiftSettings: settings),
  ]
)
