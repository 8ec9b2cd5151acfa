// swift-tools-version: 6.2
// The ViewModels layer alone. The root Package.swift is authoritative; Scripts/check-manifests compares.
import CompilerPluginSupport
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
  ? nil : ["ObservationTests.swift", "OwnGraph.swift"]

let package = Package(
  name: "viewmodels",
  platforms: [.macOS("15.4")],
  products: [
    .library(name: "ViewModels", targets: ["ViewModels"])
  ],
  traits: [
    .trait(
      name: "ObservationInterop",
      description: "SwiftUI and the standard library's Observation see what they read.")
  ],
  dependencies: [
    .package(
      name: "bindings", path: "../Bindings",
      traits: [
        .trait(
          name: "ObservationInterop", condition: .when(traits: ["ObservationInterop"]))
      ]),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .macro(
      name: "ViewModelMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: settings),
    .target(
      name: "ViewModels",
      dependencies: ["ViewModelMacros", .product(name: "Bindings", package: "bindings")],
      swiftSettings: settings),
    .testTarget(
      name: "ViewModelsTests",
      dependencies: [
        "ViewModels", .product(name: "Bindings", package: "bindings"),
        .product(name: "BindingsTestSupport", package: "bindings"),
      ],
      sources: built, swiftSettings: settings),
    .testTarget(
      name: "ViewModelMacrosTests",
      dependencies: [
        "ViewModelMacros",
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ],
      swiftSettings: settings),
  ]
)
