// swift-tools-version: 6.2
// The Networking layer alone. The root Package.swift is authoritative; Scripts/check-manifests compares.
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

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

let package = Package(
  name: "networking",
  platforms: [.macOS("15.4")],
  products: [
    .library(name: "Networking", targets: ["Networking"]),
    .library(name: "NetworkingFoundation", targets: ["NetworkingFoundation"]),
    .library(name: "NetworkingSimulation", targets: ["NetworkingSimulation"]),
    .library(name: "NetworkingTestSupport", targets: ["NetworkingTestSupport"]),
  ],
  dependencies: [
    .package(name: "models", path: "../Models"),
    .package(name: "processes", path: "../Processes"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
  ],
  targets: [
    .systemLibrary(name: "CCurl"),
    .target(name: "CCurlShim", dependencies: ["CCurl"]),
    .target(
      name: "Networking",
      dependencies: [.product(name: "Models", package: "models"), "CCurl", "CCurlShim", httpTypes],
      swiftSettings: settings),
    .target(
      name: "NetworkingFoundation", dependencies: ["Networking", httpTypes],
      swiftSettings: settings),
    .target(
      name: "NetworkingSimulation", dependencies: ["Networking", httpTypes],
      swiftSettings: settings),
    .target(
      name: "NetworkingTestSupport", dependencies: ["Networking", httpTypes],
      swiftSettings: settings),
    .testTarget(
      name: "NetworkingTests",
      dependencies: [
        "Networking", "NetworkingFoundation", "NetworkingSimulation", "NetworkingTestSupport",
        .product(name: "Models", package: "models"),
        .product(name: "ProcessTestSupport", package: "processes"), httpTypes,
      ], swiftSettings: settings),
  ]
)
