// swift-tools-version: 6.2
// The one authoritative manifest: every target by path, one settings list, all products.
// Packages/X/Package.swift repeats its layer's targets so that the layer can be opened, built and
// depended on alone; Scripts/check-manifests fails when the two differ.
import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),  // SE-0335
  .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
  .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
  .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
  .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
  .strictMemorySafety(),  // SE-0458
  .treatAllWarnings(as: .error),  // SE-0443
]

/// A Swift library or executable target of one layer.
func layer(_ name: String, _ dependencies: [Target.Dependency] = [], in package: String) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Packages/\(package)/Sources/\(name)",
    swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], in folder: String) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "\(folder)/\(name)", swiftSettings: settings)
}

func app(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Apps/mvvm-repl/Sources/\(name)",
    resources: resources, swiftSettings: settings)
}

/// Products of swift-syntax, which the macros are made of.
func syntax(_ products: [String]) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "swift-syntax") }
}

/// Builds the documentation; only when asked, so that consumers never see it.
let documentation: [Package.Dependency] =
  Context.environment["MVVM_DOCS"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

/// What the layers are measured with, and their peers; only when asked, as by Scripts/bench and .ci/run, so that
/// consumers never see them.
let areMeasured = Context.environment["MVVM_BENCHMARKS"] != nil

func benchmark(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Benchmarks/\(name)",
    swiftSettings: [
      .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ])
}

let peers: [Package.Dependency] =
  areMeasured
  ? [
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ] : []

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

/// Runs other programs.
let subprocess: [Target.Dependency] = [
  .product(name: "Subprocess", package: "swift-subprocess"),
  .product(name: "SystemPackage", package: "swift-system"),
]

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

let benchmarks: [Target] =
  areMeasured
  ? [
    .target(name: "CAllocator", path: "Benchmarks/CAllocator"),
    .target(
      name: "CCurlPeer", path: "Benchmarks/CCurlPeer", linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "Measuring", path: "Benchmarks/Measuring"),
    benchmark(
      "BindingsBenchmarks",
      [
        "CAllocator", "Measuring", "Bindings",
        .product(name: "OpenCombine", package: "OpenCombine"),
      ]),
    benchmark(
      "GrowthBenchmarks",
      [
        "CAllocator", "Measuring", "Bindings", "ViewModels", "REPLKit", "Networking", httpTypes,
      ]),
    benchmark(
      "ListsBenchmarks",
      [
        "Measuring", "Bindings", .product(name: "OrderedCollections", package: "swift-collections"),
      ]),
    benchmark("ModelsBenchmarks", ["Measuring", "Models"]),
    benchmark(
      "NetworkingBenchmarks", ["CCurlPeer", "Networking", "ProcessTestSupport", httpTypes]),
    benchmark(
      "REPLBenchmarks",
      [
        "Measuring", "mvvm-repl", "Bindings", "REPLKit", "REPLStudio", "ProcessTestSupport",
        "ViewModels",
      ]),
    benchmark(
      "StoreBenchmarks",
      [
        "Measuring", "Store", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
  ] : []

let package = Package(
  name: "mvvm-repl",
  platforms: [.macOS("15.4")],
  products: [
    .library(name: "Models", targets: ["Models"]),
    .library(name: "Networking", targets: ["Networking"]),
    .library(name: "NetworkingFoundation", targets: ["NetworkingFoundation"]),
    .library(name: "NetworkingSimulation", targets: ["NetworkingSimulation"]),
    .library(name: "NetworkingTestSupport", targets: ["NetworkingTestSupport"]),
    .library(name: "ProcessTestSupport", targets: ["ProcessTestSupport"]),
    .library(name: "Store", targets: ["Store"]),
    .library(name: "Bindings", targets: ["Bindings"]),
    .library(name: "BindingsTestSupport", targets: ["BindingsTestSupport"]),
    .library(name: "ViewModels", targets: ["ViewModels"]),
    .library(name: "REPLKit", targets: ["REPLKit"]),
    .library(name: "REPLStudio", targets: ["REPLStudio"]),
    .library(name: "REPLTerminal", targets: ["REPLTerminal"]),
    .library(name: "LineEditor", targets: ["LineEditor"]),
    .executable(name: "mvvm-repl", targets: ["mvvm-repl"]),
  ],
  traits: [
    .trait(
      name: "ObservationInterop",
      description: "SwiftUI and the standard library's Observation see what they read.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ] + documentation + peers,
  targets: [
    // Programs that tests start
    layer("ProcessTestSupport", subprocess, in: "Processes"),
    tests("ProcessTestSupportTests", ["ProcessTestSupport"], in: "Packages/Processes/Tests"),

    // Models
    layer("Models", in: "Models"),
    tests("ModelsTests", ["Models"], in: "Packages/Models/Tests"),

    // Networking
    .systemLibrary(name: "CCurl", path: "Packages/Networking/Sources/CCurl"),
    .target(
      name: "CCurlShim", dependencies: ["CCurl"], path: "Packages/Networking/Sources/CCurlShim"),
    layer("Networking", ["Models", "CCurl", "CCurlShim", httpTypes], in: "Networking"),
    layer("NetworkingFoundation", ["Networking", httpTypes], in: "Networking"),
    layer("NetworkingSimulation", ["Networking", httpTypes], in: "Networking"),
    layer("NetworkingTestSupport", ["Networking", httpTypes], in: "Networking"),
    tests(
      "NetworkingTests",
      [
        "Networking", "NetworkingFoundation", "NetworkingSimulation", "NetworkingTestSupport",
        "Models", "ProcessTestSupport", httpTypes,
      ],
      in: "Packages/Networking/Tests"),

    // Store
    .target(
      name: "CStoreSums",
      dependencies: [.product(name: "GRDBSQLite", package: "GRDB.swift")],
      path: "Packages/Store/Sources/CStoreSums"),
    layer(
      "Store",
      [
        "Models", "CStoreSums",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ], in: "Store"),
    .target(
      name: "CStoreFaults",
      dependencies: [.product(name: "GRDBSQLite", package: "GRDB.swift")],
      path: "Packages/Store/Tests/CStoreFaults"),
    .executableTarget(
      name: "StoreCrashWriter", dependencies: ["Store", "CStoreFaults"],
      path: "Packages/Store/Tests/StoreCrashWriter", swiftSettings: settings),
    tests(
      "StoreTests",
      [
        "Store", "Models", "StoreCrashWriter", "ProcessTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      in: "Packages/Store/Tests"),

    // Bindings
    layer("Bindings", in: "Bindings"),
    layer("BindingsTestSupport", ["Bindings"], in: "Bindings"),
    tests("BindingsTests", ["Bindings", "BindingsTestSupport"], in: "Packages/Bindings/Tests"),

    // ViewModels
    .macro(
      name: "ViewModelMacros",
      dependencies: syntax([
        "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax",
        "SwiftSyntaxBuilder",
        "SwiftSyntaxMacros",
      ]), path: "Packages/ViewModels/Sources/ViewModelMacros", swiftSettings: settings),
    layer("ViewModels", ["ViewModelMacros", "Bindings"], in: "ViewModels"),
    tests(
      "ViewModelsTests", ["ViewModels", "Bindings", "BindingsTestSupport"],
      in: "Packages/ViewModels/Tests"),
    // ViewModelMacrosTests stand in the layer's own manifest alone: tests that import a macro are built
    // as tools, and here everything else would be built again as such.

    // Apps/mvvm-repl
    .systemLibrary(name: "CLibEdit", path: "Apps/mvvm-repl/Sources/CLibEdit"),
    .target(
      name: "CEditShim", dependencies: ["CLibEdit"], path: "Apps/mvvm-repl/Sources/CEditShim"),
    app("DisplayWidth", []),
    app("LineEditor", ["CEditShim", "DisplayWidth"]),
    app("REPLKit", ["ViewModels", "Bindings", "Models", "DisplayWidth"]),
    app(
      "Workshop",
      [
        "Models", "Networking", "NetworkingSimulation", "Store", "Bindings", "ViewModels",
        "REPLKit", httpTypes,
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      // In the program itself, so that it can be copied alone.
      resources: [.embedInCode("Lessons"), .embedInCode("Talks")]),
    app(
      "REPLStudio",
      [
        "REPLKit", "ViewModels", "Models",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      // In the program itself, so that it can be copied alone.
      resources: [.embedInCode("Page")]),
    app(
      "REPLTerminal",
      ["REPLKit", "REPLStudio", "LineEditor", "DisplayWidth", "ViewModels", argumentParser]
        + subprocess),
    .executableTarget(
      name: "mvvm-repl", dependencies: ["REPLTerminal", "REPLKit", "Workshop", argumentParser],
      path: "Apps/mvvm-repl/Sources/mvvm-repl", swiftSettings: settings),
    .executableTarget(
      name: "counter-repl", dependencies: ["REPLTerminal", "ViewModels", "Bindings"],
      path: "Apps/mvvm-repl/Tests/CounterREPL", swiftSettings: settings),
    tests("DisplayWidthTests", ["DisplayWidth"], in: "Apps/mvvm-repl/Tests"),
    .target(
      name: "TerminalTestSupport", dependencies: ["ProcessTestSupport"],
      path: "Apps/mvvm-repl/Tests/TerminalTestSupport", swiftSettings: settings),
    .executableTarget(
      name: "LineEditorProbe", dependencies: ["LineEditor"],
      path: "Apps/mvvm-repl/Tests/LineEditorProbe", swiftSettings: settings),
    tests(
      "LineEditorTests",
      ["LineEditor", "LineEditorProbe", "TerminalTestSupport", "ProcessTestSupport"],
      in: "Apps/mvvm-repl/Tests"),
    tests(
      "REPLKitTests", ["REPLKit", "ViewModels", "Bindings", "BindingsTestSupport", "Models"],
      in: "Apps/mvvm-repl/Tests"),
    tests(
      "REPLTerminalTests", ["REPLTerminal", "REPLKit", "ViewModels", "Bindings"],
      in: "Apps/mvvm-repl/Tests"),
    tests(
      "REPLStudioTests",
      [
        "REPLStudio", "REPLKit", "ViewModels", "Bindings", "BindingsTestSupport", "Models",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ], in: "Apps/mvvm-repl/Tests"),
    tests(
      "WorkshopTests",
      [
        "Workshop", "ViewModels", "Bindings", "BindingsTestSupport", httpTypes,
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ], in: "Apps/mvvm-repl/Tests"),

    // Across the layers
    tests("ArchitectureTests", [], in: "Tests"),
    tests(
      "IntegrationTests",
      [
        "mvvm-repl", "counter-repl", "REPLKit", "Workshop", "TerminalTestSupport",
        "ProcessTestSupport",
      ],
      in: "Tests"),
    tests(
      "BrowserTests",
      [
        "mvvm-repl", "Networking", "Models", "TerminalTestSupport", "ProcessTestSupport", httpTypes,
      ],
      in: "Tests"),
  ] + benchmarks
)
