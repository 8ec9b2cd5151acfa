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

@MainActor
@Suite struct SourceWordTests {
  private func say(_ text: String, in package: BuiltPackage?) async -> [String] {
    var said: [String] = []
    var catalog = Catalog()
    catalog.add(Shop.self)
    let session = Session(catalog: catalog) {
      said += TextRenderer(style: .plain).text($0).split(separator: "\n").map(String.init)
    }
    session.add(SourceWord(finder: SourceFinder(session: session, package: package)).word)
    await session.run(SourceText("let shop = Shop()"))
    said = []
    await session.run(SourceText(text))
    await session.close()
    return said
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
    #expect(await say(":source shop.sub", in: package).first?.contains("no member 'sub'") == true)
    try FileManager.default.removeItem(at: sources)
    #expect(
      await say(":source shop.add", in: package).first?.contains("no source of shop.add") == true)
    #expect(await say(":source shop.add", in: nil).first?.contains("error E204") == true)
  }
}
