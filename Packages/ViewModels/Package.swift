// swift-tools-version: 6.2
// The ViewModels layer alone. The root Package.swift is authoritative; Scripts/check-manifests compares.
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
  name: "viewmodels",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ViewModels", targets: ["ViewModels"])
  ],
  dependencies: [
    .package(name: "bindings", path: "../Bindings")
  ],
  targets: [
    .target(
      name: "ViewModels", dependencies: [.product(name: "Bindings", package: "bindings")],
      swiftSettings: settings),
    .testTarget(
      name: "ViewModelsTests",
      dependencies: ["ViewModels", .product(name: "Bindings", package: "bindings")],
      swiftSettings: settings),
  ]
)
