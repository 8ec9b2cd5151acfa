import Testing

/// The text of a method's command.
@Suite struct CommandShapeTests {
  @Test func aCommandCallsItsMethod() {
    expectExpansion(
      """
      @MainActor @ViewModel class A: B {
        @Command(enabled: \\.canSignIn, policy: .restart)
        public func signIn(_ name: String, with password: String) async throws -> User { }
      }
      """,
      """
      @MainActor class A: B {
        public func signIn(_ name: String, with password: String) async throws -> User { }

        @MainActor init() {}

        @MainActor public var signInCommand: Bindings::Command<(name: String, with: String), User> {
          _made_A.asyncCommand(
            0, of: self, label: "signIn", enabled: self.$canSignIn, policy: .restart, fileID: "TestModule/test.swift", line: 2
          ) { owner, input in
            try await owner.signIn(input.name, with: input.with)
          }
        }

        @MainActor private var _made_A = ViewModels::NodeFactory()

        @MainActor let ownGraph: Bindings::Graph = Bindings::Graph.current

        @MainActor class func makeSchema() -> ViewModels::ViewModelSchema {
        let _members = ViewModels::MemberList<A>()
        _members.add(.command("signIn", { (it: A) in it.signInCommand }, "", isSecure: false, mentions: "canSignIn", parameters: [ViewModels::Parameter(label: nil, name: "name", of: (String).self), ViewModels::Parameter(label: "with", name: "password", of: (String).self)], input: { _values throws(ViewModels::ViewModelError) in (name: try _values.value(0, as: (String).self), with: try _values.value(1, as: (String).self)) }))
        return ViewModels::ViewModelSchema(A.self, "", members: _members, creation: ViewModels::Creation(parameters: []) { _ in A() })
        }
      }

      extension A: ViewModels::SchemaInheriting {}
      """, only: ["ViewModel", "Command"])
  }

  @Test func aClosureIsAnInputWithoutEscaping() {
    expectExpansion(
      """
      @MainActor @ViewModel class A: B {
        @Command func run(_ body: @escaping @MainActor () -> Void, times: consuming Int!) { }
      }
      """,
      """
      @MainActor class A: B {
        func run(_ body: @escaping @MainActor () -> Void, times: consuming Int!) { }

        @MainActor init() {}

        @MainActor var runCommand: Bindings::Command<(body: @MainActor () -> Void, times: Int?), Void> {
          _made_A.command(
            0, of: self, label: "run", fileID: "TestModule/test.swift", line: 2
          ) { owner, input in
            owner.run(input.body, times: input.times)
          }
        }

        @MainActor private var _made_A = ViewModels::NodeFactory()

        @MainActor let ownGraph: Bindings::Graph = Bindings::Graph.current

        @MainActor class func makeSchema() -> ViewModels::ViewModelSchema {
        let _members = ViewModels::MemberList<A>()
        _members.add(.command("run", { (it: A) in it.runCommand }, "", isSecure: false, mentions: "", parameters: [ViewModels::Parameter(label: nil, name: "body", of: (@MainActor () -> Void).self), ViewModels::Parameter(label: "times", name: "times", of: (Int?).self)], input: { _values throws(ViewModels::ViewModelError) in (body: try _values.value(0, as: (@MainActor () -> Void).self), times: try _values.value(1, as: (Int?).self)) }))
        return ViewModels::ViewModelSchema(A.self, "", members: _members, creation: ViewModels::Creation(parameters: []) { _ in A() })
        }
      }

      extension A: ViewModels::SchemaInheriting {}
      """, only: ["ViewModel", "Command"])
  }

  @Test func aKeywordIsWrittenInBackticksInCodeAlone() {
    let expanded = expansion(
      of: """
        @ViewModel final class A {
          var `is`: Bool { true }
          var both: Bool { `is` && self.is }
          @Command(enabled: \\.`is`) func `repeat`(`for` a: Int, _ `in`: Int, s: Int) {}
        }
        """)
    for written in [
      "var $is:", "label: \"is\"", "{ $0.`is` }", "self.$is.value && self.$is.value",
      "var repeatCommand: Bindings::Command<(for: Int, in: Int, s: Int), Void>",
      "enabled: self.$is,",
      "owner.`repeat`(for: input.for, input.in, s: input.s)", "mentions: \"is\"", "label: \"for\"",
      "name: \"in\"", ".command(\"repeat\"",
    ] {
      #expect(expanded.contains(written), "\(written) is not in \(expanded)")
    }
  }
}
