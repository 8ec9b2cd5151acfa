import Foundation
import REPLKit
import Testing

@testable import REPLTerminal

@Suite struct NewPackageTests {
  static func package(
    _ template: PackageTemplate, layers: [NewPackage.Layer] = [],
    from source: NewPackage.Source = .folder(URL(filePath: "/clones/mvvm-repl"))
  ) throws -> NewPackage {
    NewPackage(
      name: try PackageName("CoffeeShop"), template: template, layers: layers, source: source)
  }

  @Test(arguments: PackageTemplate.allCases.filter { $0 != .exercises })
  func eachTemplateHasAViewModelItsServiceATestAProgramAndALesson(
    _ template: PackageTemplate
  ) throws {
    let files = try Self.package(template).files
    let texts = Dictionary(uniqueKeysWithValues: files)
    let type = "CoffeeShop\(template.parts.suffix)"
    #expect(
      texts.keys.sorted() == [
        ".gitignore", "Package.swift", "README.md",
        "Sources/CoffeeShop/Catalog+CoffeeShop.swift", "Sources/CoffeeShop/\(type).swift",
        "Sources/coffee-shop-repl/CoffeeShopREPL.swift",
        "Sources/coffee-shop-repl/Lessons/first-steps.md",
        "Sources/coffee-shop-repl/Lessons/first-steps.zh.md",
        "Tests/CoffeeShopTests/\(type)Tests.swift",
      ])
    let viewModel = try #require(texts["Sources/CoffeeShop/\(type).swift"])
    #expect(viewModel.contains("@ViewModel\nfinal class \(type)"))
    #expect(viewModel.contains(/^protocol CoffeeShop\w+: Sendable \{$/.anchorsMatchLineEndings()))
    #expect(texts["Tests/CoffeeShopTests/\(type)Tests.swift"]?.contains("ManualClock()") == true)
    for (path, text) in files {
      #expect(!text.contains(/\{(Name|Type|tool|import|first|tests|catalog)\}/), "\(path)")
      #expect(text.hasSuffix("\n") && !text.contains("\t"), "\(path)")
    }
    let lesson = try #require(texts["Sources/coffee-shop-repl/Lessons/first-steps.md"])
    let chinese = try #require(texts["Sources/coffee-shop-repl/Lessons/first-steps.zh.md"])
    let course = try Course([("first-steps.md", lesson), ("first-steps.zh.md", chinese)])
    let (one, other) = (course.lesson(0, in: .english), course.lesson(0, in: .chinese))
    #expect(one.title != other.title)
    #expect(one.steps.map(\.solutions) == other.steps.map(\.solutions))
  }

  @Test func theDependencyIsAFolderOrAnAddress() throws {
    let folder = try Self.package(.counter).manifest
    #expect(folder.contains(#"dependencies: [.package(path: "/clones/mvvm-repl")]"#))
    #expect(folder.contains(#".product(name: name, package: "mvvm-repl")"#))
    let url = try Self.package(
      .counter, layers: [.store, .models], from: .url("https://example.org/team/fork.git")
    ).manifest
    #expect(url.contains(#".package(url: "https://example.org/team/fork.git", from: "1.0.0")"#))
    #expect(url.contains(#".product(name: name, package: "fork")"#))
    #expect(
      url.contains(
        #"product("Bindings"), product("ViewModels"), product("Store"), product("Models")"#))
  }

  @Test func nothingIsOverwritten() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "new-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let package = try Self.package(.counter)
    try package.write(to: folder.appending(path: "CoffeeShop"))
    let file = folder.appending(path: "CoffeeShop/README.md")
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("# CoffeeShop\n"))
    try Data("mine".utf8).write(to: file)
    let error = #expect(throws: Message.self) {
      try package.write(to: folder.appending(path: "CoffeeShop"))
    }
    #expect(error?.description.contains("already exists; nothing was written") == true)
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
  }

  @Test(arguments: [
    ("", "a package needs a name"), ("my shop", "Write new MyShop"), ("7up", "Write new "),
    ("Caf\u{E9}", "is not a name for a Swift type"), ("../x", "is not a name for a Swift type"),
    ("shop", "Write new Shop"), ("class", "is a Swift keyword"),
    ("Any", "is a Swift keyword"), ("self", "is a Swift keyword"),
    ("models", "a module that the package imports, Models"),
    ("Testing", "a module that the package imports, Testing"), ("_Shop", "Write new Shop"),
    ("_", "Write new Shop"), ("\u{DC}nder", "Write new Under"), ("ShopTests", "write new Shop"),
    ("Tests", "write new Shop"), ("Shop2", ""), ("Shop_2", ""),
  ])
  func namesAreChecked(_ name: String, _ complaint: String) {
    do throws(Message) {
      _ = try PackageName(name)
      #expect(complaint.isEmpty, "\(name) was taken")
    } catch {
      #expect(!complaint.isEmpty && error.description.contains(complaint), "\(error)")
    }
  }

  /// The package manager takes no two targets of one name.
  @Test func noTargetOfThisPackageIsANameForANewOne() throws {
    let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    // What stands before the package are the benchmarks, which nobody who depends on it sees.
    let package = try #require(manifest.split(separator: "\nlet package =").last)
    let targets = package.matches(
      of: /\.?(?:layer|app|target|macro|systemLibrary)\(\s*(?:name: )?"([A-Z]\w+)"/)
    #expect(targets.count > 15)
    for target in targets where target.1 != "TerminalTestSupport" {
      #expect(throws: Message.self, "\(target.1)") { try PackageName(String(target.1)) }
    }
  }

  @Test func theNextStepCanBeCopiedIntoAShell() {
    #expect(NewCommand.shellWord("/home/li/Shop-2.0/店") == "/home/li/Shop-2.0/店")
    #expect(NewCommand.shellWord("/My Projects/Shop") == "'/My Projects/Shop'")
    #expect(NewCommand.shellWord("/it's/$HOME") == "'/it'\\''s/$HOME'")
  }

  @Test func theProgramIsNamedAfterThePackage() throws {
    #expect(try PackageName("Shop").tool == "shop-repl")
    #expect(try PackageName("CoffeeShop2").tool == "coffee-shop2-repl")
    #expect(try PackageName("URLTool").tool == "urltool-repl")
  }

  @Test func aProgramKnowsThePackageItWasBuiltFrom() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "new-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let products = folder.appending(path: ".build/x86_64-unknown-linux-gnu/debug")
    try FileManager.default.createDirectory(at: products, withIntermediateDirectories: true)
    #expect(BuiltPackage(of: products.appending(path: "shop-repl")) == nil)
    try Data().write(to: folder.appending(path: "Package.swift"))
    let package = try #require(BuiltPackage(of: products.appending(path: "shop-repl")))
    #expect(package.root.path == folder.resolvingSymlinksInPath().path)
    #expect(package.configuration == "debug")
    #expect(package.product == "shop-repl")
    #expect(BuiltPackage(of: URL(filePath: "/usr/bin/shop-repl")) == nil)
  }
}
