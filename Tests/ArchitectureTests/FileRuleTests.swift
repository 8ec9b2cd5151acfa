import Foundation
import Testing

/// The rules of CONTRIBUTING.md that a program can check.
@Suite struct FileRuleTests {
  static let folders = ["Packages", "Apps", "Tests", "Benchmarks"]

  /// Files longer than this have more than one idea.
  static let longestFile = 600

  @Test(arguments: folders)
  func filesStayShort(folder: String) throws {
    for file in try Repository.swiftFiles(below: folder) {
      let lines = try String(contentsOf: file, encoding: .utf8).count { $0 == "\n" }
      #expect(lines <= Self.longestFile, "\(file.lastPathComponent) has \(lines) lines")
    }
  }

  @Test(arguments: folders)
  func nothingIsReexportedOrNamedAfterNothing(folder: String) throws {
    let names = ["Utils", "Utilities", "Helper", "Helpers", "Manager", "Common", "Impl"]
    for file in try Repository.swiftFiles(below: folder) {
      let stem = file.deletingPathExtension().lastPathComponent
      #expect(!names.contains { stem.hasSuffix($0) }, "\(stem) says nothing about its content")
      guard stem != "FileRuleTests" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("@_exported"), "\(stem) re-exports a module")
      #expect(!text.contains("TODO") && !text.contains("FIXME"), "\(stem) leaves work behind")
    }
  }

  @Test func everyLayerHasAManifestTestsAndDocumentation() throws {
    for layer in ["Models", "Networking", "Store", "Bindings", "ViewModels"] {
      for path in [
        "Packages/\(layer)/Package.swift", "Packages/\(layer)/Tests/\(layer)Tests",
        "Packages/\(layer)/Sources/\(layer)/\(layer).docc/\(layer).md",
      ] {
        let exists = FileManager.default.fileExists(
          atPath: Repository.root.appending(path: path).path)
        #expect(exists, "\(path) is missing")
      }
    }
  }
}
