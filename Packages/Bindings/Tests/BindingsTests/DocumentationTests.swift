import Foundation
import Testing

/// Every sample of the documentation stands, but for white space, in a file that is compiled and run:
/// one of `DocumentationSamples`.
@Suite struct DocumentationTests {
  static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  struct Sample: CustomTestStringConvertible, Sendable {
    let file: String
    let line: Int
    let text: String

    var testDescription: String { "\(file):\(line)" }
  }

  /// The blocks marked as Swift in articles and documentation comments below `Sources`.
  static func samples() throws -> [Sample] {
    var samples: [Sample] = []
    for file in try files(below: "Sources", ["swift", "md"]) {
      let isArticle = file.pathExtension == "md"
      var block: (line: Int, lines: [String])?
      let lines = try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        var text = line.trimmingCharacters(in: .whitespaces)
        if !isArticle {
          guard text.hasPrefix("///") else { continue }
          text = text.dropFirst(3).trimmingCharacters(in: .whitespaces)
        }
        if let open = block {
          if text == "```" {
            let sample = open.lines.joined(separator: "\n")
            samples.append(Sample(file: file.lastPathComponent, line: open.line, text: sample))
            block = nil
          } else {
            block?.lines.append(text)
          }
        } else if text == "```swift" {
          block = (index + 2, [])
        }
      }
    }
    return samples
  }

  static func files(below folder: String, _ extensions: Set<String>) throws -> [URL] {
    let root = package.appending(path: folder)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter {
      extensions.contains($0.pathExtension)
    }.sorted { $0.path < $1.path }
  }

  /// The text without white space, and without semicolons, which the formatter turns into line ends.
  static func compact(_ text: String) -> String {
    String(text.filter { !$0.isWhitespace && $0 != ";" })
  }

  @Test func everySampleIsCompiled() throws {
    let folder = "Tests/BindingsTests/DocumentationSamples"
    let compiled = try Self.files(below: folder, ["swift"]).map {
      Self.compact(try String(contentsOf: $0, encoding: .utf8))
    }
    let samples = try Self.samples()
    #expect(samples.count > 40)
    for sample in samples {
      let text = Self.compact(sample.text)
      #expect(
        compiled.contains { $0.contains(text) },
        "The sample at \(sample.file):\(sample.line) is in no file of \(folder); add it:\n\(sample.text)"
      )
    }
  }
}
