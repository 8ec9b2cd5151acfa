import Foundation
import Testing
import ViewModels

@testable import REPLKit
@testable import REPLTerminal

private struct NoDesk: DeskService {
  func place(_ item: String, count: Int) async throws -> Int { 0 }
  func cancel() async {}
  var isOpen: Bool { true }
}

@MainActor
@Suite struct RecordedTestTests {
  private func folder() -> URL { URL(filePath: #filePath).deletingLastPathComponent() }

  /// The file that it would be is one of the tests here.
  @Test func theTestOfATypeWithAServiceComesWithADouble() async throws {
    var said: [String] = []
    var catalog = Catalog()
    catalog.provide((any DeskService).self) { NoDesk() }
    catalog.add(OrderDesk.self)
    let session = Session(catalog: catalog) {
      said += TextRenderer(style: .plain).text($0)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    let source = try String(
      contentsOf: folder().appending(path: "RecordedDesk.swift"), encoding: .utf8)
    session.host.readTestSources = {
      TestSources(catalog: nil) { SwiftSource(source).double(of: $0) }
    }
    await session.run(SourceText("let desk = OrderDesk(item: \"tea\"); desk.order(); desk.receipt"))
    said = []
    await session.run(SourceText(":export test"))
    await session.close()
    let file = folder().appending(path: "RecordedTests.swift")
    #expect(try said.joined(separator: "\n") + "\n" == String(contentsOf: file, encoding: .utf8))
  }

  /// The program's closure gives it the service, which its initializer is given by nobody here.
  @Test func aTypeThatNeedsAServiceIsNotAddedWithoutARemark() async {
    var said: [String] = []
    var catalog = Catalog()
    catalog.add(OrderDesk.self) { OrderDesk(service: NoDesk(), item: "tea") }
    let session = Session(catalog: catalog) { said.append(TextRenderer(style: .plain).text($0)) }
    await session.run(SourceText("let desk = OrderDesk(); desk.order(); :export test"))
    await session.close()
    let test = said.last ?? ""
    #expect(test.contains("OrderDesk: created by a closure in the program"), "\(test)")
    #expect(!test.contains("catalog.add(OrderDesk.self)\n"), "\(test)")
  }

  @Test(arguments: [
    "protocol P { associatedtype A }", "protocol P: Q { }", "private protocol P {}",
    "protocol P { init() }", "protocol P { func a() -> Other }",
    "protocol P { var a: Int { get set } }",
    "protocol P { func a<T>(_ t: T) }", "protocol P { func a() -> (low: Int, high: Int) }",
    "protocol P { func a(_ f: (Int) -> Int) -> (Int) -> Int }",
  ])
  func whatCannotBeMadeUpHasNoDouble(_ text: String) {
    #expect(SwiftSource(text).double(of: "P") == nil)
  }

  @Test func whatIsMadeUpIsNamed() throws {
    let text = """
      /// A shop.
      public protocol Shop: Sendable {
        var name: String { get async throws }
        func items(\n    of kind: Int, // a comment }\n    in place: [String: Int]) -> [String: Int]
        func close()
        func other() async throws -> Item
      }
      """
    let double = try #require(SwiftSource(text).double(of: "Shop"))
    #expect(double.madeUp == ["name", "items", "other"])
    #expect(
      double.declaration == """
        /// Stands in for Shop.
        private struct ShopDouble: Shop {
          var name: String { get async throws { "" } }
          func items(of kind: Int, in place: [String: Int]) -> [String: Int] { [:] }
          func close() {}
          func other() async throws -> Item { throw CancellationError() }
        }
        """)
  }

  @Test func theCatalogOfAPackageIsFound() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "cat-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let sources = root.appending(path: "Sources/Shop")
    let products = root.appending(path: ".build/here/debug")
    for folder in [sources, products] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try Data().write(to: root.appending(path: "Package.swift"))
    let package = try #require(BuiltPackage(of: products.appending(path: "shop-repl")))
    #expect(package.testSources.catalog == nil)
    // A text of a template is no code.
    let template = """
      let text = \"\"\"
        extension Catalog { public init(clock: any Clock<Duration>) {} }
        \"\"\"
      """
    try Data(template.utf8).write(to: sources.appending(path: "A.swift"))
    #expect(package.testSources.catalog == nil)
    let file = sources.appending(path: "Catalog+Shop.swift")
    try Data("extension Catalog {\n  public init(clock: any Clock<Duration>) {} }".utf8).write(
      to: file)
    #expect(package.testSources.catalog == "Catalog(clock: clock)")
    #expect(package.testSources.modules == ["Shop"])
  }

  @Test func packagesThatAreUsedByPathBelongToTheSources() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "dep-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let products = root.appending(path: "Shop/.build/here/debug")
    let other = root.appending(path: "Goods/Sources")
    for folder in [other, products] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try Data().write(to: root.appending(path: "Shop/Package.swift"))
    try Data("let a = 1".utf8).write(to: other.appending(path: "A.swift"))
    let package = try #require(BuiltPackage(of: products.appending(path: "shop-repl")))
    #expect(package.roots.count == 1)
    let state = """
      {"version": 7, "object": {"artifacts": [], "dependencies": [
        {"packageRef": {"identity": "goods"}, "state": {"name": "fileSystem", "path": "\(root.path)/Goods"}},
        {"packageRef": {"identity": "a"}, "state": {"name": "sourceControlCheckout", "checkoutState": {}}}
      ]}}
      """
    try Data(state.utf8).write(to: root.appending(path: "Shop/.build/workspace-state.json"))
    #expect(package.roots.map(\.lastPathComponent) == ["Shop", "Goods"])
    #expect(SourceWatch.files(of: package.roots).stamps.keys.contains { $0.hasSuffix("A.swift") })
  }

  @Test func manyLossesOfOneReasonAreCounted() {
    let losses = (0..<1_000).map {
      CarriedOver.Loss(name: "list.cells[\($0)]", reason: Message(verbatim: "gone"))
    }
    let rows = Reloader.rows(losses, in: .english)
    #expect(rows.count == 1)
    #expect(rows.first?.word.hasPrefix("list.cells[0], list.cells[1], ") == true)
    #expect(rows.first?.word.hasSuffix(", list.cells[5] and 994 more") == true)
  }

  @Test func lossesOfOneReasonAreOneRow() {
    let losses = [("a", "gone"), ("b", "other"), ("c", "gone")].map {
      CarriedOver.Loss(name: $0, reason: Message(verbatim: $1))
    }
    let rows = Reloader.rows(losses, in: .english)
    #expect(rows.map(\.word) == ["a, c", "b"])
    #expect(rows.map(\.text) == ["gone", "other"])
  }
}
