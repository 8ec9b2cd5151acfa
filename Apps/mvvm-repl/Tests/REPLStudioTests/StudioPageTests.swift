import Foundation
import REPLKit
import Testing

@testable import REPLStudio

/// The files of the page: they ask nobody else for anything, and no value becomes markup.
@Suite struct StudioPageTests {
  private func text(_ name: String) throws -> String {
    String(decoding: try #require(PageFile.named(name)).bytes, as: UTF8.self)
  }

  @Test func noFileNamesAnotherHost() throws {
    for name in PageFile.names {
      let text = try text(name)
      for scheme in ["http://", "https://", "//fonts", "@import", "url("] {
        #expect(!text.contains(scheme), "\(name): \(scheme)")
      }
    }
  }

  @Test func noValueCanBecomeMarkup() throws {
    for name in PageFile.names where name.hasSuffix(".js") {
      let text = try text(name)
      for way in [
        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(",
      ] {
        #expect(!text.contains(way), "\(name): \(way)")
      }
    }
    let page = try text("")
    #expect(!page.contains("style=") && !page.contains(" on") && !page.contains("<script>"))
  }

  @Test func thePageSendsNoMessageThatIsTooLongToBeRead() throws {
    let limit = try text("studio.js").firstMatch(of: /longestMessage = (\d+) \* 1024;/)
    #expect(try Int(#require(limit).1).map { $0 << 10 } == StudioFrames.longestMessage)
  }

  @Test func everyFileThatIsAskedForIsThere() throws {
    var asked = try text("").matches(of: /(?:href|src)="([^"]+)"/).map { String($0.1) }
    for name in PageFile.names where name.hasSuffix(".js") {
      asked += try text(name).matches(of: /from "\.\/([^"]+)"/).map { String($0.1) }
    }
    #expect(Set(asked).union([""]) == Set(PageFile.names))
  }

  @Test func everyWordOfThePageIsThereInBothLanguages() throws {
    var used: Set<String> = []
    for name in PageFile.names {
      let text = try text(name)
      used.formUnion(text.matches(of: /word\("(\w+)"\)/).map { String($0.1) })
      used.formUnion(text.matches(of: /data-(?:word|label)="(\w+)"/).map { String($0.1) })
      used.formUnion(
        text.matches(of: /word\(drawing \? "(\w+)" : "(\w+)"\)/).flatMap {
          [String($0.1), String($0.2)]
        })
      used.formUnion(text.matches(of: /act\("(\w+)", `/).map { String($0.1) })
    }
    // Kinds of waiting and origins of records are words, too.
    used.formUnion([
      "loading", "submitting", "browser", "prompt", "timer", "network", "later",
    ])
    // Said in a row, each from a variable.
    used.formUnion(["elsewhere"])
    for language in [HelpLanguage.english, .chinese] {
      let words = Message.studioWords(in: language)
      #expect(Set(words.keys) == used)
      #expect(words.values.allSatisfy { !$0.isEmpty })
    }
  }
}
