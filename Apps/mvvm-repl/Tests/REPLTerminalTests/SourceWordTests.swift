import Bindings
import Foundation
import REPLKit
import Testing
import ViewModels

@testable import REPLTerminal

@ViewModel private final class Shop {
  var step = 1
  @Command func add() { step += 1 }
}

@ViewModel private final class Shelf<Value: Codable & Sendable & Equatable> { var value: Value? }

@MainActor
@Suite struct SourceWordTests {
  /// What a session says to a text, in a package or with copies of sources.
  private func say(
    _ text: String, in package: BuiltPackage?, shipping copies: [String: String] = [:]
  ) async -> [String] {
    var said: [String] = []
    var catalog = Catalog()
    catalog.add(Shop.self)
    catalog.add(Shelf<Int>.self)
    let session = Session(catalog: catalog) {
      said += TextRenderer(style: .plain).text($0).split(separator: "\n").map(String.init)
    }
    session.host.shippedSources = copies
    session.add(SourceWord(finder: SourceFinder(session: session, package: package)).word)
    await session.run(SourceText("let shop = Shop(); let shelf = Shelf<Int>()"))
    said = []
    await session.run(SourceText(text))
    await session.close()
    return said
  }

  @Test func whereNoSourcesAreACopyIsShown() async {
    let copies = ["Shop.swift": "final class Shop {\n  var step = 1\n}\n"]
    #expect(
      await say(":source Shop.step", in: nil, shipping: copies) == [
        "  --> Shop.swift:2", "  2 |   var step = 1",
        "(The copy of Shop.swift in this program: its sources are not here.)",
      ])
    let said = await say(":source Shelf<Int>", in: nil, shipping: copies)
    #expect(said.first?.hasSuffix("only Shop.swift came with it") == true, "\(said)")
  }

  @Test func aMemberIsShownWithItsFileAndLineNumbers() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "src-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let products = folder.appending(path: ".build/linux/debug")
    let sources = folder.appending(path: "Sources/Shop")
    for place in [products, sources] {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
    try Data().write(to: folder.appending(path: "Package.swift"))
    let text =
      "/// A shop.\n@ViewModel\nfinal class Shop {\n  var step = 1\n"
      + "  /// Goes on.\n  @Command func add() {\n    step += 1\n  }\n}\n"
    try Data(text.utf8).write(to: sources.appending(path: "Shop.swift"))
    let package = BuiltPackage(of: products.appending(path: "shop-repl"))
    #expect(
      await say(":source shop.add", in: package)
        == [
          "  --> Sources/Shop/Shop.swift:5", "  5 |   /// Goes on.",
          "  6 |   @Command func add() {",
          "  7 |     step += 1", "  8 |   }",
        ])
    #expect(await say(":source shop", in: package).count == 10)
    #expect(await say(":source Shop", in: package).last == "  9 | }")
    #expect(await say(":source Shop.step", in: package).last == "  4 |   var step = 1")
    for (path, complaint) in [
      ("nope.x", "there is no 'nope'"), ("Nope.x", "there is no 'Nope'"),
      ("Shop.sub", "Shop has no member 'sub'"), ("1 +", "a value is expected"),
    ] {
      let said = await say(":source \(path)", in: package)
      #expect(said.first?.hasPrefix("error ") == true && said[0].contains(complaint), "\(said)")
    }
    #expect(await say(":source shop.sub", in: package).first?.contains("no member 'sub'") == true)
    // A correction is one of the whole line; where two names are as near, both are told.
    for (typed, meant) in [
      ("shop.stp", "Did you mean ':source shop.step'?"), ("shpo", "Did you mean 'shop' or 'Shop'?"),
    ] {
      let said = await say(":source \(typed)", in: package)
      #expect(said.contains { $0.contains(meant) }, "\(said)")
    }
    let generic = "@ViewModel\nfinal class Shelf<Value> {\n  var value: Value?\n}\n"
    try Data(generic.utf8).write(to: sources.appending(path: "Shelf.swift"))
    #expect(await say(":source shelf.value", in: package).last == "  3 |   var value: Value?")
    for name in ["Shelf<Int>", "Shelf", "shelf"] {
      #expect(await say(":source \(name)", in: package).last == "  4 | }")
    }
    try FileManager.default.removeItem(at: sources)
    #expect(
      await say(":source shop.add", in: package).first?.contains("no source of shop.add") == true)
    #expect(await say(":source shop.add", in: nil).first?.contains("error E204") == true)
  }
}
