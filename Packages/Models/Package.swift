// swift-tools-version: 6.2
// The Models layer alone. The root Package.swift is authoritative; Scripts/check-manifests compares.
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
  name: "models",
  platforms: [.macOS("15.4")],
  products: [
    .library(name: "Models", targets: ["Models"])
  ],
  targets: [
    .target(name: "Models", swiftSettings: settings),
    .testTarget(name: "ModelsTests", dependencies: ["Models"], swiftSettings: settings),
  ]
)
