import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// What a tool does that knows names only.
@MainActor
@Suite(.ownGraph) struct NavigatorSchemaTests {
  private let navigator: Navigator

  init() throws {
    var router = Router()
    router.add("/{name}", named: "page") { NamedPage(try $0.value("name")) }
    navigator = try Navigator(
      tabs: [.init("a", root: NamedPage("a")), .init("b", root: NamedPage("b"))], router: router)
  }

  private func run(_ name: String, _ arguments: DynamicValue...) throws -> Outcome<DynamicValue>? {
    let command = try #require(Navigator.schema[name]?.command(in: navigator))
    return try command.execute(arguments.map { LabeledArgument(value: $0) }).outcome
  }

  private func value(_ name: String) throws -> DynamicValue? {
    try Navigator.schema[name]?.value(in: navigator)
  }

  @Test func everyWayIsACommand() throws {
    var paths: [String] = []
    let token = observe {
      if case .string(let path)? = try? value("path") { paths.append(path) }
    }
    _ = try run("open", "/x")
    _ = try run("open", "app://page/push?name=y")
    _ = try run("popToRoot")
    _ = try run("select", 1)
    _ = try run("open", "app://page/present?name=z")
    _ = try run("back")
    _ = try run("open", "/w")
    _ = try run("pop")
    #expect(paths == ["a", "a ▸ x", "a ▸ x ▸ y", "a", "b", "b [z]", "b", "b ▸ w", "b"])
    token.cancel()
  }

  @Test func whereOneIsCanBeRead() throws {
    _ = try run("open", "/x")
    _ = try run("open", "app://page/present?name=z")
    #expect(try value("titles") == ["z"] && value("selectedIndex") == 0)
    #expect(try value("isPresenting") == true)
    #expect(try value("tabNames") == ["a", "b"] && value("location") == "/z")
    #expect(try value("canPop") == false && value("canGoBack") == true)
    let visible = try #require(Navigator.schema["visible"])
    #expect(visible.kind == .child && visible.children(in: navigator).first is NamedPage)
    #expect(Navigator.schema["stack"]?.kind == .list)
  }

  @Test func whatIsWrongIsTheCommandsFailure() throws {
    guard case .failure(let error)? = try run("open", "/x/y") else {
      Issue.record("there is something at /x/y")
      return
    }
    #expect("\(error)" == "Nothing is at /x/y. /x is known.")
    guard case .rejected? = try run("dismiss") else {
      Issue.record("something was dismissed")
      return
    }
  }

  @Test func aSnapshotIsTakenAndRestoredByName() throws {
    _ = try run("open", "/x")
    guard case .success(let snapshot)? = try run("snapshot") else {
      Issue.record("no snapshot")
      return
    }
    _ = try run("pop")
    _ = try run("restore", snapshot)
    #expect(navigator.stack.map(\.title) == ["a", "x"])
  }
}
