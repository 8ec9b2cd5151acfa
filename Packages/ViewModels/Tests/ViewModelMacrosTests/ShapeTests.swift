import Testing

@Suite struct ShapeTests {
  @Test func aStoredVarReadsAndWritesItsNode() {
    expectExpansion(
      """
      class A {
        @PropertyNode public var phone = "186"
      }
      """,
      """
      class A {
        public var phone {
        @storageRestrictions(initializes: $phone)
        init(initialValue) {
          $phone = Bindings::Property(
            initialValue, label: "phone", fileID: "TestModule/test.swift", line: 2)
        }
        get { $phone.value }
        set { $phone.value = newValue }
        }
      }
      """, only: ["PropertyNode"])
  }

  @Test func aTypedVarWithoutValueIsInitialisedThroughItsNode() {
    expectExpansion(
      """
      class A {
        @PropertyNode var tags: [String]
        @PropertyNode var note: String?
      }
      """,
      """
      class A {
        var tags: [String] {
        @storageRestrictions(initializes: $tags)
        init(initialValue) {
          $tags = Bindings::Property(
            initialValue, label: "tags", fileID: "TestModule/test.swift", line: 2)
        }
        get { $tags.value }
        set { $tags.value = newValue }
        }
        var note: String? {
        @storageRestrictions(initializes: $note)
        init(initialValue) {
          $note = Bindings::Property(
            initialValue, label: "note", fileID: "TestModule/test.swift", line: 3)
        }
        get { $note.value }
        set { $note.value = newValue }
        }
      }
      """, only: ["PropertyNode"])
  }

  @Test func aRestrictedSetterHidesTheWritableNode() {
    expectExpansion(
      """
      class A {
        @PropertyNode public private(set) var user: User? = nil
      }
      """,
      """
      class A {
        public private(set) var user: User? {
        @storageRestrictions(initializes: _node_user)
        init(initialValue) {
          _node_user = Bindings::Property(
            initialValue, label: "user", fileID: "TestModule/test.swift", line: 2)
        }
        get { _node_user.value }
        set { _node_user.value = newValue }
        }
      }
      """, only: ["PropertyNode"])
  }

  @Test func anInitializerMayReplaceTheNodesOfAClass() {
    expectExpansion(
      """
      @MainActor @ViewModel final class A {
        public private(set) var user: User?
        var tags: [String]
        init(tags: [String]) { self.tags = tags }
      }
      """,
      """
      @MainActor final class A {
        public private(set) var user: User? {
        @storageRestrictions(initializes: _node_user)
        init(initialValue) {
          _node_user = Bindings::Property(
            initialValue, label: "user")
        }
        get { _node_user.value }
        set { _node_user.value = newValue }
        }
        var tags: [String] {
        @storageRestrictions(initializes: $tags)
        init(initialValue) {
          $tags = Bindings::Property(
            initialValue, label: "tags")
        }
        get { $tags.value }
        set { $tags.value = newValue }
        }
        init(tags: [String]) { self.tags = tags }

        @MainActor private var _node_user = Bindings::Property<User?>(nil, label: "user", fileID: "TestModule/test.swift", line: 2)

        @MainActor public var $user: any Bindings::ObservableValue<User?> {
          _node_user
        }

        @MainActor private(set) var $tags: Bindings::Property<[String]>

        @MainActor let ownGraph: Bindings::Graph = Bindings::Graph.current

        @MainActor static let schema: ViewModels::ViewModelSchema = {
        let _members = ViewModels::MemberList<A>()
        _members.add(.derived("user", { (it: A) in it._node_user }, "", isSecure: false, mentions: ""))
        _members.add(.property("tags", { (it: A) in it.$tags }, "", isSecure: false))
        return ViewModels::ViewModelSchema(A.self, "", members: _members.all, creation: ViewModels::Creation(parameters: [ViewModels::Parameter(label: "tags", name: "tags", type: ViewModels::ValueType(([String]).self))]) { _values in try A(tags: _values.value(0, as: ([String]).self)) })
        }()
      }

      extension A: ViewModels::SchemaInheriting {}
      """)
  }

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

        @MainActor static let schema: ViewModels::ViewModelSchema = {
        let _members = ViewModels::MemberList<A>()
        _members.add(.constant("other", { (it: A) in it.other }, ""))
        _members.add(.derived("isValid", { (it: A) in it.$isValid }, "", isSecure: false, mentions: ""))
        _members.add(.derived("canClear", { (it: A) in it.$canClear }, "", isSecure: false, mentions: "isValid"))
        return ViewModels::ViewModelSchema(A.self, "", members: _members.all, creation: ViewModels::Creation(parameters: []) { _ in A() })
        }()
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

        @MainActor override var $title: Bindings::Computed<String> {
          _made_A.derived(
            0, of: self, label: "title", fileID: "TestModule/test.swift", line: 2
          ) { $0.title }
        }

        @MainActor private var _made_A = ViewModels::NodeFactory()

        @MainActor let ownGraph: Bindings::Graph = Bindings::Graph.current

        @MainActor static let schema: ViewModels::ViewModelSchema = {
        let _members = ViewModels::MemberList<A>()
        _members.add(.derived("title", { (it: A) in it.$title }, "", isSecure: false, mentions: "name"))
        return ViewModels::ViewModelSchema(A.self, "", members: _members.all, creation: ViewModels::Creation(parameters: []) { _ in A() })
        }()
      }

      extension A: ViewModels::SchemaInheriting {}
      """, only: ["ViewModel"])
  }

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

        @MainActor class var schema: ViewModels::ViewModelSchema {
          ViewModels::NodeFactory.schema(of: A.self) {
        let _members = ViewModels::MemberList<A>()
        _members.add(.command("signIn", { (it: A) in it.signInCommand }, "", isSecure: false, mentions: "canSignIn", parameters: [ViewModels::Parameter(label: nil, name: "name", type: ViewModels::ValueType((String).self)), ViewModels::Parameter(label: "with", name: "password", type: ViewModels::ValueType((String).self))], input: { _values throws(ViewModels::ViewModelError) in (name: try _values.value(0, as: (String).self), with: try _values.value(1, as: (String).self)) }))
        return ViewModels::ViewModelSchema(A.self, "", members: _members.all, creation: ViewModels::Creation(parameters: []) { _ in A() })
          }
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

        @MainActor class var schema: ViewModels::ViewModelSchema {
          ViewModels::NodeFactory.schema(of: A.self) {
        let _members = ViewModels::MemberList<A>()
        _members.add(.command("run", { (it: A) in it.runCommand }, "", isSecure: false, mentions: "", parameters: [ViewModels::Parameter(label: nil, name: "body", type: ViewModels::ValueType((@MainActor () -> Void).self)), ViewModels::Parameter(label: "times", name: "times", type: ViewModels::ValueType((Int?).self))], input: { _values throws(ViewModels::ViewModelError) in (body: try _values.value(0, as: (@MainActor () -> Void).self), times: try _values.value(1, as: (Int?).self)) }))
        return ViewModels::ViewModelSchema(A.self, "", members: _members.all, creation: ViewModels::Creation(parameters: []) { _ in A() })
          }
        }
      }

      extension A: ViewModels::SchemaInheriting {}
      """, only: ["ViewModel", "Command"])
  }

  @Test func theWholeOfASmallClass() {
    expectExpansion(
      """
      /// Counts.
      @ViewModel final class Counter {
        /// How often.
        var count = 0
        var isEven: Bool { count.isMultiple(of: 2) }
        @Command func add(_ step: Int = 1) { count += step }
      }
      """,
      """
      /// Counts.
      final class Counter {
        @MainActor
        /// How often.
        var count {
        get { $count.value }
        set { $count.value = newValue }
        }
        @MainActor
        var isEven: Bool { count.isMultiple(of: 2) }
        @MainActor func add(_ step: Int = 1) { count += step }

        @MainActor init() {}

        @MainActor let $count = Bindings::Property(0, label: "count", fileID: "TestModule/test.swift", line: 4)

        @MainActor var $isEven: Bindings::Computed<Bool> {
          _made_Counter.derived(
            0, of: self, label: "isEven", fileID: "TestModule/test.swift", line: 5
          ) { $0.isEven }
        }

        @MainActor var addCommand: Bindings::Command<Int, Void> {
          _made_Counter.command(
            1, of: self, label: "add", fileID: "TestModule/test.swift", line: 6
          ) { owner, input in
            owner.add(input)
          }
        }

        @MainActor private var _made_Counter = ViewModels::NodeFactory()

        @MainActor let ownGraph: Bindings::Graph = Bindings::Graph.current

        @MainActor static let schema: ViewModels::ViewModelSchema = {
        let _members = ViewModels::MemberList<Counter>()
        _members.add(.property("count", { (it: Counter) in it.$count }, "How often.", isSecure: false))
        _members.add(.derived("isEven", { (it: Counter) in it.$isEven }, "", isSecure: false, mentions: "count"))
        _members.add(.command("add", { (it: Counter) in it.addCommand }, "", isSecure: false, mentions: "", parameters: [ViewModels::Parameter(label: nil, name: "step", type: ViewModels::ValueType((Int).self), defaultValue: "1")], input: { _values throws(ViewModels::ViewModelError) in try _values.value(0, as: (Int).self, default: 1) }))
        return ViewModels::ViewModelSchema(Counter.self, "Counts.", members: _members.all, creation: ViewModels::Creation(parameters: []) { _ in Counter() })
        }()
      }

      extension Counter: ViewModels::SchemaInheriting, Sendable {}
      """)
  }

  @Test func anIsolatedBaseClassHasASchemaToOverride() {
    expectExpansion(
      """
      @MainActor @ViewModel open class Base {
        public init() {}
      }
      """,
      """
      @MainActor open class Base {
        public init() {}

        @MainActor public let ownGraph: Bindings::Graph = Bindings::Graph.current

        @MainActor open class var schema: ViewModels::ViewModelSchema {
          ViewModels::NodeFactory.schema(of: Base.self) {
        let _members = ViewModels::MemberList<Base>()
        return ViewModels::ViewModelSchema(Base.self, "", members: _members.all, creation: ViewModels::Creation(parameters: []) { _ in Base() })
          }
        }
      }

      extension Base: ViewModels::SchemaInheriting {}
      """, only: ["ViewModel"])
  }

  @Test(arguments: ["fileprivate", "private"])
  func theSchemaOfAPrivateClassIsSeenInItsFile(level: String) {
    #expect(expansion(of: "@ViewModel \(level) final class A {}").contains(schema("static let")))
    let open = expansion(of: "@MainActor @ViewModel \(level) class A { init() {} }")
    #expect(open.contains(schema("class var")))
    func schema(_ kind: String) -> String { "@MainActor fileprivate \(kind) schema" }
  }

  @Test(
    arguments: [
      "func f<T>() { @ViewModel final class A {} }",
      "extension B { @ViewModel final class A {} }",
      "enum B<T> { enum C { @ViewModel final class A {} } }",
      "enum B<T> { var x: Int { @ViewModel final class A {}; return 1 } }",
    ])
  func aClassThatMayStandInAGenericTypeStoresNoSchema(source: String) {
    #expect(expansion(of: source).contains("static var schema"))
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
      "return error(of: f())",
      "return self.error(of: f())",
      "return error { f() }",
      "let `error` = f(); return `error`",
    ])
  func whatABodyDeclaresItselfIsNotReadThroughANode(body: String) {
    let source = "@ViewModel final class A { var error: E { \(body) } }"
    #expect(!expansion(of: source).contains("self.$error"))
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

  @Test func whatStandsInAConditionIsWrittenInTheSameCondition() {
    let written = expansion(
      of: """
        @MainActor @ViewModel final class A {
          #if X
            var a = 1
          #elseif Y && !Z
            var b: Int { 1 }
            #if W
              @Command func f() {}
            #endif
          #else
            @Ignored var c = 2
          #endif
          #if V
            @Ignored var d = 2
          #endif
        }
        """)
    let lines = written.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    let conditions = lines.filter { $0.hasPrefix("#") }
    let one = ["#if X", "#elseif Y && !Z", "#if W", "#endif", "#else", "#endif"]
    // As it was, then for the nodes and for the schema.
    let expected: [[String]] = [one, ["#if V", "#endif"], one, one]
    #expect(conditions.map(String.init) == expected.flatMap(\.self))
    #expect(lines.contains { $0.hasPrefix("_members.add(.property(\"a\"") })
  }
}
