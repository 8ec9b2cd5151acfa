import REPLKit
import Testing

@testable import REPLTerminal

@Suite struct SwiftSourceTests {
  private let source = SwiftSource(
    #"""
    import ViewModels

    /// Not `class Shop {`.
    struct Other { var step = 3 }

    /// Counts.
    @ViewModel
    final class Shop: Base {
      /// How far.
      var step = 1
      let text = "} class Shop { func add() {"
      let long = """
        func add() { }
        """
      let raw = #"a "quoted" } text"#  // }

      /* func add() { /* nested */ } */
      /// Goes on.
      @Command(enabled: \.isReady)
      func add(
        twice: Bool = false
      ) async throws
      {
        let step = { 2 }()
        count += step
      }

      var isReady: Bool { step > 0 }
    }

    extension Shop {
      func more() {}
    }
    """#)

  @Test func aTypeIsFoundWithItsDocumentation() throws {
    let lines = try #require(source.type("Shop"))
    #expect(lines == 6...29)
    #expect(source.text(of: lines).first == "/// Counts.")
    #expect(source.text(of: lines).last == "}")
    #expect(source.type("Base") == nil)
  }

  @Test(arguments: [
    ("step", 9...10), ("text", 11...11), ("long", 12...14), ("raw", 15...15), ("add", 18...26),
    ("isReady", 28...28), ("more", 32...32),
  ])
  func aMemberIsFoundAndNothingInCommentsAndStrings(_ name: String, _ lines: ClosedRange<Int>) {
    #expect(source.member(name, of: "Shop") == lines)
  }

  @Test(arguments: [
    ("[String]", "[]"), ("[String: Int]", "[:]"), ("[[String: Int]]", "[]"),
    ("[(name: String, Int)]", "[]"), ("[String: [Int: Int]]", "[:]"),
  ])
  func aCollectionIsMadeUpEmpty(_ type: String, _ value: String) throws {
    let source = SwiftSource("protocol P { func rows() -> \(type) }")
    let double = try #require(source.double(of: "P"))
    #expect(double.declaration.contains("func rows() -> \(type) { \(value) }"))
  }

  @Test func aDeclarationBehindAnAttributeIsNotPartOfTheNextOne() {
    let source = SwiftSource(
      """
      class Shop {
        @Command func add() {}
        @Secure
        var pin = ""
        var items = [
          "tea",
          "milk",
        ]
        var last = 1
      }
      """)
    #expect(source.member("add", of: "Shop") == 2...2)
    #expect(source.member("pin", of: "Shop") == 3...4)
    #expect(source.member("items", of: "Shop") == 5...8)
    #expect(source.member("last", of: "Shop") == 9...9)
  }

  @Test(arguments: ["\r\n", "\r"])
  func linesEndAsAFileEndsThem(_ end: String) {
    let source = SwiftSource(source.lines.joined(separator: end))
    #expect(source.member("add", of: "Shop") == 18...26)
    #expect(source.text(of: 18...18) == ["  /// Goes on."])
  }

  @Test func whatIsNotThereIsNotFound() {
    #expect(source.member("count", of: "Shop") == nil)
    #expect(source.member("step", of: "Base") == nil)
    #expect(SwiftSource("").type("Shop") == nil)
    #expect(SwiftSource("class Shop {").type("Shop") == 1...1)
  }
}
