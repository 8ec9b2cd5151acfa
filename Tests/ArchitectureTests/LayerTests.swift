import Foundation
import Testing

/// The arrows of ARCHITECTURE.md: who may import whom.
///
/// Everything else is a broken layer.
@Suite struct LayerTests {
  static let ours: Set<String> = [
    "Models", "Networking", "NetworkingFoundation", "NetworkingSimulation", "NetworkingTestSupport",
    "Store", "Bindings", "BindingsTestSupport",
    "ViewModels", "CCurl", "CCurlShim", "CStoreSums", "CLibEdit", "CEditShim", "DisplayWidth",
    "LineEditor", "REPLKit", "REPLStudio", "REPLTerminal", "Workshop", "ViewModelMacros",
    "ProcessTestSupport",
  ]

  static let arrows: [(folder: String, may: Set<String>)] = [
    ("Packages/Models/Sources/Models", []),
    ("Packages/Bindings/Sources/Bindings", []),
    ("Packages/Bindings/Sources/BindingsTestSupport", ["Bindings"]),
    ("Packages/Networking/Sources/Networking", ["Models", "CCurl", "CCurlShim"]),
    ("Packages/Networking/Sources/NetworkingFoundation", ["Networking"]),
    ("Packages/Networking/Sources/NetworkingSimulation", ["Networking"]),
    ("Packages/Networking/Sources/NetworkingTestSupport", ["Networking"]),
    ("Packages/Store/Sources/Store", ["Models", "CStoreSums"]),
    ("Packages/ViewModels/Sources/ViewModels", ["Bindings"]),
    ("Packages/ViewModels/Sources/ViewModelMacros", []),
    ("Packages/Processes/Sources/ProcessTestSupport", []),
    ("Apps/mvvm-repl/Sources/DisplayWidth", []),
    ("Apps/mvvm-repl/Sources/LineEditor", ["CEditShim", "DisplayWidth"]),
    ("Apps/mvvm-repl/Sources/REPLKit", ["ViewModels", "Bindings", "Models", "DisplayWidth"]),
    (
      "Apps/mvvm-repl/Sources/Workshop",
      [
        "Models", "Networking", "NetworkingSimulation", "Store", "Bindings", "ViewModels",
        "REPLKit",
      ]
    ),
    ("Apps/mvvm-repl/Sources/REPLStudio", ["REPLKit", "ViewModels", "Models"]),
    (
      "Apps/mvvm-repl/Sources/REPLTerminal",
      ["REPLKit", "REPLStudio", "LineEditor", "DisplayWidth", "ViewModels"]
    ),
    ("Apps/mvvm-repl/Sources/mvvm-repl", ["REPLTerminal", "REPLKit", "Workshop"]),
  ]

  @Test(arguments: arrows)
  func importsOnlyWhatTheArrowsAllow(folder: String, may: Set<String>) throws {
    let files = try Repository.swiftFiles(below: folder)
    #expect(!files.isEmpty, "\(folder) is empty")
    for file in files {
      let forbidden = try Repository.imports(of: file).intersection(Self.ours).subtracting(may)
      #expect(forbidden.isEmpty, "\(file.lastPathComponent) imports \(forbidden.sorted())")
    }
  }

  @Test func everySourceFolderHasItsArrows() throws {
    let known = Set(Self.arrows.map(\.folder))
    for parent in ["Packages", "Apps"] {
      for file in try Repository.swiftFiles(below: parent) where file.path.contains("/Sources/") {
        let parts = file.path.dropFirst(Repository.root.path.count + 1).split(separator: "/")
        guard let index = parts.firstIndex(of: "Sources"), index + 1 < parts.count else { continue }
        let folder = parts[...(index + 1)].joined(separator: "/")
        #expect(
          known.contains(folder), "\(folder) has no arrows; add it here and to ARCHITECTURE.md")
      }
    }
  }

  @Test func noProductUsesURLSession() throws {
    for folder in ["Packages", "Apps"] {
      for file in try Repository.swiftFiles(below: folder) where file.path.contains("/Sources/") {
        let lines = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
        let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        #expect(!code.contains { $0.contains(/\bURLSession/) }, "\(file.path)")
      }
    }
  }
}
