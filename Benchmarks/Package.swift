// swift-tools-version: 6.2
// Not part of the product: what the layers are measured with, and their peers.
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "mvvm-repl", path: ".."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
  ],
  targets: [
    .target(name: "CAllocator"),
    .target(name: "CCurlPeer", linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "Measuring", swiftSettings: settings),
    .executableTarget(
      name: "BindingsBenchmarks",
      dependencies: [
        "CAllocator", "Measuring", .product(name: "Bindings", package: "mvvm-repl"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "GrowthBenchmarks",
      dependencies: [
        "CAllocator", "Measuring", .product(name: "Bindings", package: "mvvm-repl"),
        .product(name: "ViewModels", package: "mvvm-repl"),
        .product(name: "REPLKit", package: "mvvm-repl"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "ListsBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "Bindings", package: "mvvm-repl"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "ModelsBenchmarks",
      dependencies: ["Measuring", .product(name: "Models", package: "mvvm-repl")],
      swiftSettings: settings),
    .executableTarget(
      name: "NetworkingBenchmarks",
      dependencies: [
        "CCurlPeer", .product(name: "Networking", package: "mvvm-repl"),
        .product(name: "ProcessTestSupport", package: "mvvm-repl"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "REPLBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "mvvm-repl", package: "mvvm-repl"),
        .product(name: "Bindings", package: "mvvm-repl"),
        .product(name: "REPLKit", package: "mvvm-repl"),
        .product(name: "REPLStudio", package: "mvvm-repl"),
        .product(name: "ProcessTestSupport", package: "mvvm-repl"),
        .product(name: "ViewModels", package: "mvvm-repl"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "StoreBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "Store", package: "mvvm-repl"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
  ]
)
