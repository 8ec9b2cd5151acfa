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

  /// Foundation's `Process` reads beyond its memory on Linux (swift-corelibs-foundation #5472).
  @Test(arguments: folders)
  func programsAreNotStartedByFoundation(folder: String) throws {
    for file in try Repository.swiftFiles(below: folder) {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.firstMatch(of: /\bProcess(\(\)|\.run\()/) == nil, "\(file.path)")
    }
  }

  @Test(arguments: folders)
  func foldersAreNamedAfterSubjects(folder: String) throws {
    for file in try Repository.swiftFiles(below: folder) {
      let path = file.path.dropFirst(Repository.root.path.count)
      #expect(!path.contains("/Internal/"), "\(path) lies in a folder that names nothing")
    }
  }

  /// Scripts work with an exported `CDPATH`, with which `cd` prints the folder or goes to another one.
  ///
  /// With `pipefail`, a reader that leaves at its first match fails the line now and then: its writer then dies of a
  /// closed pipe.
  @Test func scriptsFindTheirFoldersAndReadPipesToTheirEnd() throws {
    let scripts = try FileManager.default.contentsOfDirectory(
      at: Repository.root.appending(path: "Scripts"), includingPropertiesForKeys: nil)
    for script in scripts + [Repository.root.appending(path: ".ci/run")] {
      let text = try String(contentsOf: script, encoding: .utf8)
      guard text.hasPrefix("#!/usr/bin/env bash") else { continue }
      let name = script.lastPathComponent
      if text.contains(#/\bcd /#) {
        #expect(text.contains("\nset -euo pipefail\nunset CDPATH\n"), "\(name)")
      }
      for line in text.split(separator: "\n") where !line.hasSuffix("|| true") {
        #expect(!line.contains(/\| (grep -\w*q|head\b)/), "\(name): \(line)")
      }
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

  /// Types of SwiftUI, Combine and Foundation; `Subscription`, which is Combine's, too, is wanted.
  static let namesOfOthers: Set<Substring> = [
    "Animation", "AnyCancellable", "Binding", "Button", "Cancellable", "Color", "CommandGroup",
    "Commands", "Data", "Date", "Deferred", "Empty", "Environment", "EnvironmentKey",
    "EnvironmentValues", "Form", "Future", "Group", "Image", "Just", "Label", "Layout", "Link",
    "List", "NavigationPath", "NavigationStack", "Notification", "ObservableObject", "Operation",
    "Picker", "Progress", "Published", "Publisher", "Publishers", "Record", "Scene", "Section",
    "SortOrder", "State", "Stream", "Subject", "Subscriber", "Tab", "Table", "Text", "Timer",
    "Toggle", "Transaction", "Unit", "View", "Window",
  ]

  @Test(arguments: ["Bindings/Sources/Bindings", "ViewModels/Sources/ViewModels"])
  func publicTypesShareNoNameWithTheFrameworksBesideThem(folder: String) throws {
    let pattern =
      /^(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open) (?:final |indirect )?(?:class|struct|enum|protocol|typealias|actor) (\w+)/
    for file in try Repository.swiftFiles(below: "Packages/\(folder)") {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: pattern.anchorsMatchLineEndings()) {
        #expect(!Self.namesOfOthers.contains(match.1), "\(match.1) in \(file.lastPathComponent)")
      }
    }
  }

  /// A comment that begins with a relative clause can be read by those alone who know what it says.
  @Test(arguments: ["Models", "Networking", "Store", "Bindings", "ViewModels"])
  func documentationBeginsWithANounOrAVerb(layer: String) throws {
    let pattern = /(?:^|\n)(?!\s*\/\/\/)[^\n]*\n\s*\/\/\/ (What|Who|Whose|Which|How) [^\n]*/
    for file in try Repository.swiftFiles(below: "Packages/\(layer)/Sources") {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: pattern) {
        Issue.record("\(file.lastPathComponent): \(match.0.split(separator: "\n").last ?? "")")
      }
    }
  }

  /// An optimized program leaves out the message of a `preconditionFailure`; a `fatalError` prints it.
  @Test func theLayersStopWithMessagesThatOptimizedProgramsPrint() throws {
    for file in try Repository.swiftFiles(below: "Packages") where file.path.contains("/Sources/") {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(
        !text.contains("preconditionFailure("), "\(file.lastPathComponent): write fatalError")
    }
  }

  /// A requirement's code says nothing to whoever has not read the requirement.
  @Test(arguments: ["Packages", "Apps"])
  func requirementsAreNamedTogetherWithWhatTheySay(folder: String) throws {
    let bare = /\/\/ ?[LDSVC]\d\d[a-z]?(?:(?:,| to| and) [LDSVC]\d\d[a-z]?)*\s*\n/
    for file in try Repository.swiftFiles(below: folder) {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.firstMatch(of: bare) == nil, "\(file.lastPathComponent)")
    }
  }
}
