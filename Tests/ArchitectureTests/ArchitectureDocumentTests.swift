import Foundation
import Testing

/// ARCHITECTURE.md says what is so.
@Suite struct ArchitectureDocumentTests {
  private let text: String

  init() throws {
    text = try String(
      contentsOf: Repository.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
  }

  @Test func theArrowsAreThoseThatAreEnforced() throws {
    let block = try #require(text.components(separatedBy: "```arrows\n").last)
    var drawn: [String: Set<String>] = [:]
    for line in block.components(separatedBy: "```")[0].split(separator: "\n") {
      let sides = line.components(separatedBy: "->").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      let targets = sides[1].components(separatedBy: ", ").filter { $0 != "nothing" }
      drawn[sides[0]] = Set(targets)
    }
    for (folder, may) in LayerTests.arrows {
      let name = folder.components(separatedBy: "/").last ?? folder
      #expect(drawn[name] == may, "\(name)")
    }
    #expect(drawn.count == LayerTests.arrows.count)
  }

  /// A folder is named from its module on; those behind it lie in the same module or folder.
  @Test func everyFolderOfTheTableExists() throws {
    let table = try #require(
      text.components(separatedBy: "## Where do I look for …").last?.components(
        separatedBy: "\n## "
      ).first)
    for row in table.split(separator: "\n") where row.hasPrefix("| ") {
      let cells = row.components(separatedBy: " | ")
      guard cells.count == 2 else { continue }
      var module = ""
      var folder = ""
      for match in cells[1].matches(of: /`([\w\/]+)`/) {
        let path = String(match.1)
        let first = path.components(separatedBy: "/")[0]
        let places = Self.parents(of: first) + [folder, module]
        let place = places.first { Self.exists("\($0)/\(path)") }
        guard let place else {
          // A type that the row names stands in a file of its module.
          let isType = Repository.files(below: module, ending: "swift")
            .contains { $0.lastPathComponent.hasPrefix(path) }
          #expect(isType, "\(path) in: \(row)")
          continue
        }
        folder = place == folder ? folder : "\(place)/\(path)"
        module = place.hasSuffix("Sources") ? "\(place)/\(first)" : module
      }
    }
  }

  /// The folders in which a module may lie.
  private static func parents(of module: String) -> [String] {
    ["Models", "Networking", "Store", "Bindings", "ViewModels"].map { "Packages/\($0)/Sources" }
      .filter { exists("\($0)/\(module)") }
      + (exists("Apps/mvvm-repl/Sources/\(module)") ? ["Apps/mvvm-repl/Sources"] : [])
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path)
  }
}
