// swift-tools-version: 6.2
// The Bindings layer alone. The root Package.swift is authoritative; Scripts/check-manifests compares.
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

/// Of these tests, Scripts/check-layers builds what a trait adds; Scripts/test has run the others.
let built: [String]? =
  Context.environment["MVVM_TESTED_BY_ROOT"] == nil
  ? nil
  : ["ObservationTests.swift", "TestSupport/Engine+Verify.swift", "TestSupport/SplitMix.swift"]

let package = Package(
  name: "bindings",
  platforms: [.macOS("15.4")],
  products: [
    .library(name: "Bindings", targets: ["Bindings"]),
    .library(name: "BindingsTestSupport", targets: ["BindingsTestSupport"]),
  ],
  traits: [
    .trait(
      name: "ObservationInterop",
      description: "SwiftUI and the standard library's Observation see what they read.")
  ],
  targets: [
    .target(name: "Bindings", swiftSettings: settings),
    .target(name: "BindingsTestSupport", dependencies: ["Bindings"], swiftSettings: settings),
    .testTarget(
      name: "BindingsTests", dependencies: ["Bindings", "BindingsTestSupport"], sources: built,
      swiftSettings: settings),
  ]
)
