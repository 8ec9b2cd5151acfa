// swift-tools-version: 6.2
// Programs that tests start. The root Package.swift is authoritative; Scripts/check-manifests compares.
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
  name: "processes",
  platforms: [.macOS("15.4")],
  products: [
    .library(name: "ProcessTestSupport", targets: ["ProcessTestSupport"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    .target(
      name: "ProcessTestSupport",
      dependencies: [
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: settings),
    .testTarget(
      name: "ProcessTestSupportTests", dependencies: ["ProcessTestSupport"],
      swiftSettings: settings),
  ]
)
