import Testing

/// The text of a computed `var`: its node, and its body read through nodes.
@Suite struct DerivedShapeTests {
  @Test func aDerivedNodeReadsWhatItMentionsThroughNodes() {
    expectExpansion(
      """
      @MainActor @ViewModel final class A {
        let other = 0
        var isValid: Bool { true }
        var canClear: Bool {
          let other = 1
          return isValid && self.isValid && form.isValid && other == 1 && map(\\.isValid) && f(isValid: isValid)
        }
      }
      """,
      """
      @MainActor final class A {
        let other = 0
        var isValid: Bool { true }
        var canClear: Bool {
          let other = 1
          return isValid && self.isValid && form.isValid && other == 1 && map(\\.isValid) && f(isValid: isValid)
        }

        @MainActor init() {}

        @MainActor var $isValid: Bindings::Computed<Bool> {
          _made_A.derived(
            0, of: self, label: "isValid", fileID: "TestModule/test.swift", line: 3
          ) { $0.isValid }
        }

        @MainActor var $canClear: Bindings::Computed<Bool> {
          _made_A.derived(
            1, of: self, label: "canClear", fileID: "TestModule/test.swift", line: 4
          ) { $0._derive_A_canClear() }
        }

        @MainActor private func _derive_A_canClear() -> Bool {
            let other = 1
            return self.$isValid.value && self.$isValid.value && form.isValid && other == 1 && map(\\.isValid) && f(isValid: self.$isValid.value)
        }

        @MainActor private var _made_A = ViewModels::NodeFactory()

        @MainActor let ownGraph: Bindings::Graph = Bindings::Graph.current

        @MainActor static func makeSchema() -> ViewModels::ViewModelSchema {
        let _members = ViewModels::MemberList<A>()
        _members.add(.constant("other", { (it: A) in it.other }, ""))
        _members.add(.derived("isValid", { (it: A) in it.$isValid }, "", isSecure: false, mentions: ""))
        _members.add(.derived("canClear", { (it: A) in it.$canClear }, "", isSecure: false, mentions: "isValid"))
        return ViewModels::ViewModelSchema(A.self, "", members: _members, creation: ViewModels::Creation(parameters: []) { _ in A() })
        }
      }

      extension A: ViewModels::SchemaInheriting {}
      """, only: ["ViewModel"])
  }

  @Test func aDerivedNodeThatMentionsNoneCallsTheGetter() {
    expectExpansion(
      """
      @MainActor @ViewModel final class A: B {
        override var title: String { name }
      }
      """,
      """
      @MainActor final class A: B {
        override var title: String { name }

        @MainActor init() {}

        @MainActor var $title: Bindings::Computed<String> {
          _made_A.derived(
            0, of: self, label: "title", fileID: "TestModule/test.swift", line: 2
          ) { $0.title }
        }

        @MainActor private var _made_A = ViewModels::NodeFactory()

        @MainActor let ownGraph: Bindings::Graph = Bindings::Graph.current

        @MainActor static func makeSchema() -> ViewModels::ViewModelSchema {
        let _members = ViewModels::MemberList<A>()
        _members.add(.derived("title", { (it: A) in it.$title }, "", isSecure: false, mentions: "name"))
        return ViewModels::ViewModelSchema(A.self, "", members: _members, creation: ViewModels::Creation(parameters: []) { _ in A() })
        }
      }

      extension A: ViewModels::SchemaInheriting {}
      """, only: ["ViewModel"])
  }

  @Test(arguments: ["newValue", "oldValue"])
  func theImplicitNamesOfAccessorsAreNotReadThroughANode(name: String) {
    let accessor = name == "newValue" ? "get { 1 } set { f(newValue) }" : "didSet { f(oldValue) }"
    let source = """
      @ViewModel final class A {
        var \(name): Int { 1 }
        var a: Int { var x: Int = 1 { \(accessor) }; return x }
      }
      """
    #expect(!expansion(of: source).contains("self.$\(name)"))
  }

  @Test(
    arguments: [
      "title", "self.title", "title.count", "self.title.count", "title?.count", "title[0]",
      "f(title)", "{ title }()", "\"\\(title)\"", "do { try f() } catch is E { g(title) }",
      "`title`",
      "-title", "title ? 1 : 2", "a + title",
    ])
  func aMentionIsReadThroughItsNode(body: String) {
    let source = "@ViewModel final class A { var title: T { f() }; var a: T { \(body) } }"
    #expect(expansion(of: source).contains("self.$title.value"), "\(expansion(of: source))")
  }

  @Test(
    arguments: [
      "do { try f() } catch { return error }",
      "do { try f() } catch where error is E { return error }",
      "do { try f() } catch let error { return error }",
      "do { try f() } catch let error as E { return error }",
      "switch f() { case .failure(let error): return error; default: return f() }",
      "switch f() { case let .failure(error): return error; default: return f() }",
      "if let error = f() { return error }; return f()",
      "guard let error = f() else { return f() }; return error",
      "if case let (error, _) = f() { return error }; return f()",
      "for error in f() { return error }; return f()",
      "while let error = f() { return error }; return f()",
      "f { error in error }",
      "f { (error: E) in error }",
      "f { (_ error) in error }",
      "f { [error = g()] in error }",
      "func error() -> E { f() }; return f(error)",
      "func g(_ error: E) -> E { error }; return f(g)",
      "let error = f(); return error",
      "let (a, error) = f(); return error",
      "var x: E { get { f() } set(error) { g(error) } }; return x",
      "enum error { static let a = 1 }; return error.a",
      "f { [self = g()] in self.error }",
      "guard let self = f() else { return g() }; return self.error",
      "f(#function) + error",
      "#f { error }",
      "return error(of: f())",
      "return self.error(of: f())",
      "return error { f() }",
      "let `error` = f(); return `error`",
    ])
  func whatABodyDeclaresItselfIsNotReadThroughANode(body: String) {
    let source = "@ViewModel final class A { var error: E { \(body) } }"
    #expect(!expansion(of: source).contains("self.$error"))
  }

  @Test func whatAModuleHasIsNoMember() {
    let written = expansion(
      of: """
        @ViewModel final class A {
          var limit: Int { 1 }
          var rest: Int { Other::limit - limit }
        }
        """)
    #expect(written.contains("Other::limit - self.$limit.value"))
  }

  @Test(
    arguments: [
      "@Joined var a: T { title }", "@joined var a: T { title }",
      "var a: T { @Joined get { title } }", "@available(*, deprecated) @joined var a: T { title }",
      "#if X\n@joined\n#endif\nvar a: T { title }",
      "var a: T { struct L: HasTitle { func f() -> T { title } }; return L().f() }",
      "var a: T { enum L {}; return title }",
    ])
  func aBodyThatACopyCouldChangeIsNotCopied(a: String) {
    let source = "@ViewModel final class A { var title: T { f() }\n\(a) }"
    #expect(!expansion(of: source).contains("self.$title"), "\(expansion(of: source))")
  }

  @Test(
    arguments: [
      "@available(macOS 99, *) var a: T { title }", "@MainActor var a: T { title }",
      "@Secure @objc var a: T { title }", "var a: T { @inline(__always) get { title } }",
    ])
  func aHarmlessAttributeLetsABodyBeCopied(a: String) {
    let source = "@ViewModel final class A { var title: T { f() }\n\(a) }"
    #expect(expansion(of: source).contains("self.$title"), "\(expansion(of: source))")
  }

  @Test(
    arguments: [
      "#if X\nlet title = 1\n#else\nvar title: T { f() }\n#endif",
      "#if X\nvar title: T { f() }\n#endif",
      "var title: T! { f() }",
    ])
  func whatMayBeNoNodeOfItsTypeIsReadThroughItsGetter(title: String) {
    let source = "@ViewModel final class A {\n\(title)\nvar a: T { title } }"
    #expect(!expansion(of: source).contains("self.$title"), "\(expansion(of: source))")
  }

  @Test(
    arguments: [
      ("class A { var title: T { f() }; var a: T { title } }", true),
      ("class A { var title: T { f() }; override var a: T { title } }", true),
      ("class A { var title: T { f() }; final var a: T { title } }", false),
      ("final class A { var title: T { f() }; var a: T { title } }", false),
      ("class A { var title: T { f() }; var a: T { f() } }", false),
    ])
  func aSubclassMayOverrideWhatIsCopied(type: String, isAsked: Bool) {
    let chosen = "NodeFactory.mayCopy($0) ? $0._derive_A_a() : $0.a }"
    #expect(expansion(of: "@MainActor @ViewModel \(type)").contains(chosen) == isAsked)
  }
}
