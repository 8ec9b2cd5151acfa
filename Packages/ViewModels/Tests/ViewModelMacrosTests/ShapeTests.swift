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
          $phone = Bindings.Property(
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
          $tags = Bindings.Property(
            initialValue, label: "tags", fileID: "TestModule/test.swift", line: 2)
        }
        get { $tags.value }
        set { $tags.value = newValue }
        }
        var note: String? {
        @storageRestrictions(initializes: $note)
        init(initialValue) {
          $note = Bindings.Property(
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
          _node_user = Bindings.Property(
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
          _node_user = Bindings.Property(
            initialValue, label: "user")
        }
        get { _node_user.value }
        set { _node_user.value = newValue }
        }
        var tags: [String] {
        @storageRestrictions(initializes: $tags)
        init(initialValue) {
          $tags = Bindings.Property(
            initialValue, label: "tags")
        }
        get { $tags.value }
        set { $tags.value = newValue }
        }
        init(tags: [String]) { self.tags = tags }

        @MainActor private var _node_user = Bindings.Property<User?>(nil, label: "user", fileID: "TestModule/test.swift", line: 2)

        @MainActor public var $user: any Bindings.ObservableValue<User?> {
          _node_user
        }

        @MainActor private(set) var $tags: Bindings.Property<[String]>

        @MainActor let ownGraph: Bindings.Graph = Bindings.Graph.current

        @MainActor static let schema: ViewModels.ViewModelSchema = {
        var members: [ViewModels.MemberOf<A>] = []
        members.append(.derived("user", { (it: A) in it._node_user }, ""))
        members.append(.property("tags", { (it: A) in it.$tags }, ""))
        return ViewModels.ViewModelSchema(A.self, "", members: members, creation: ViewModels.CreationOf(parameters: [ViewModels.Parameter(label: "tags", name: "tags", type: ViewModels.ValueType(([String]).self))]) { values in try A(tags: values.value(0, as: ([String]).self)) })
        }()
      }

      extension A: ViewModels.SchemaInheriting {}
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

        @MainActor var $isValid: Bindings.Computed<Bool> {
          ViewModels.NodeFactory.derived(
            &_node_isValid, of: self, label: "isValid", fileID: "TestModule/test.swift", line: 3
          ) { $0.isValid }
        }

        @MainActor private var _node_isValid: Bindings.Computed<Bool>?

        @MainActor var $canClear: Bindings.Computed<Bool> {
          ViewModels.NodeFactory.derived(
            &_node_canClear, of: self, label: "canClear", fileID: "TestModule/test.swift", line: 4
          ) { $0._derive_canClear() }
        }

        @MainActor private var _node_canClear: Bindings.Computed<Bool>?

        @MainActor private func _derive_canClear() -> Bool {
            let other = 1
            return self.$isValid.value && self.$isValid.value && form.isValid && other == 1 && map(\\.isValid) && f(isValid: self.$isValid.value)
        }

        @MainActor let ownGraph: Bindings.Graph = Bindings.Graph.current

        @MainActor static let schema: ViewModels.ViewModelSchema = {
        var members: [ViewModels.MemberOf<A>] = []
        members += ViewModels.MemberOf.constant("other", { (it: A) in it.other }, "")
        members.append(.derived("isValid", { (it: A) in it.$isValid }, "", mentions: []))
        members.append(.derived("canClear", { (it: A) in it.$canClear }, "", mentions: ["isValid"]))
        return ViewModels.ViewModelSchema(A.self, "", members: members, creation: ViewModels.CreationOf(parameters: []) { _ in A() })
        }()
      }

      extension A: ViewModels.SchemaInheriting {}
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

        @MainActor override var $title: Bindings.Computed<String> {
          ViewModels.NodeFactory.derived(
            &_node_title, of: self, label: "title", fileID: "TestModule/test.swift", line: 2
          ) { $0.title }
        }

        @MainActor private var _node_title: Bindings.Computed<String>?

        @MainActor let ownGraph: Bindings.Graph = Bindings.Graph.current

        @MainActor static let schema: ViewModels.ViewModelSchema = {
        var members: [ViewModels.MemberOf<A>] = []
        members.append(.derived("title", { (it: A) in it.$title }, "", mentions: ["name"]))
        return ViewModels.ViewModelSchema(A.self, "", members: members, creation: ViewModels.CreationOf(parameters: []) { _ in A() })
        }()
      }

      extension A: ViewModels.SchemaInheriting {}
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

        @MainActor public var signInCommand: Bindings.Command<(name: String, with: String), User> {
          ViewModels.NodeFactory.asyncCommand(
            &_command_signIn, of: self, label: "signIn", enabled: self.$canSignIn, policy: .restart, fileID: "TestModule/test.swift", line: 2
          ) { owner, input in
            try await owner.signIn(input.name, with: input.with)
          }
        }

        @MainActor private var _command_signIn: Bindings.Command<(name: String, with: String), User>?

        @MainActor let ownGraph: Bindings.Graph = Bindings.Graph.current

        @MainActor class var schema: ViewModels.ViewModelSchema {
          ViewModels.NodeFactory.schema(of: A.self) {
        var members: [ViewModels.MemberOf<A>] = []
        members.append(.command("signIn", { (it: A) in it.signInCommand }, "", mentions: ["canSignIn"], parameters: [ViewModels.Parameter(label: nil, name: "name", type: ViewModels.ValueType((String).self)), ViewModels.Parameter(label: "with", name: "password", type: ViewModels.ValueType((String).self))], input: { values throws(ViewModels.ViewModelError) in (name: try values.value(0, as: (String).self), with: try values.value(1, as: (String).self)) }))
        return ViewModels.ViewModelSchema(A.self, "", members: members, creation: ViewModels.CreationOf(parameters: []) { _ in A() })
          }
        }
      }

      extension A: ViewModels.SchemaInheriting {}
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

        @MainActor var runCommand: Bindings.Command<(body: @MainActor () -> Void, times: Int?), Void> {
          ViewModels.NodeFactory.command(
            &_command_run, of: self, label: "run", fileID: "TestModule/test.swift", line: 2
          ) { owner, input in
            owner.run(input.body, times: input.times)
          }
        }

        @MainActor private var _command_run: Bindings.Command<(body: @MainActor () -> Void, times: Int?), Void>?

        @MainActor let ownGraph: Bindings.Graph = Bindings.Graph.current

        @MainActor class var schema: ViewModels.ViewModelSchema {
          ViewModels.NodeFactory.schema(of: A.self) {
        var members: [ViewModels.MemberOf<A>] = []
        members.append(.command("run", { (it: A) in it.runCommand }, "", parameters: [ViewModels.Parameter(label: nil, name: "body", type: ViewModels.ValueType((@MainActor () -> Void).self)), ViewModels.Parameter(label: "times", name: "times", type: ViewModels.ValueType((Int?).self))], input: { values throws(ViewModels.ViewModelError) in (body: try values.value(0, as: (@MainActor () -> Void).self), times: try values.value(1, as: (Int?).self)) }))
        return ViewModels.ViewModelSchema(A.self, "", members: members, creation: ViewModels.CreationOf(parameters: []) { _ in A() })
          }
        }
      }

      extension A: ViewModels.SchemaInheriting {}
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

        @MainActor let $count = Bindings.Property(0, label: "count", fileID: "TestModule/test.swift", line: 4)

        @MainActor var $isEven: Bindings.Computed<Bool> {
          ViewModels.NodeFactory.derived(
            &_node_isEven, of: self, label: "isEven", fileID: "TestModule/test.swift", line: 5
          ) { $0.isEven }
        }

        @MainActor private var _node_isEven: Bindings.Computed<Bool>?

        @MainActor var addCommand: Bindings.Command<Int, Void> {
          ViewModels.NodeFactory.command(
            &_command_add, of: self, label: "add", fileID: "TestModule/test.swift", line: 6
          ) { owner, input in
            owner.add(input)
          }
        }

        @MainActor private var _command_add: Bindings.Command<Int, Void>?

        @MainActor let ownGraph: Bindings.Graph = Bindings.Graph.current

        @MainActor static let schema: ViewModels.ViewModelSchema = {
        var members: [ViewModels.MemberOf<Counter>] = []
        members.append(.property("count", { (it: Counter) in it.$count }, "How often."))
        members.append(.derived("isEven", { (it: Counter) in it.$isEven }, "", mentions: ["count"]))
        members.append(.command("add", { (it: Counter) in it.addCommand }, "", parameters: [ViewModels.Parameter(label: nil, name: "step", type: ViewModels.ValueType((Int).self), defaultValue: "1")], input: { values throws(ViewModels.ViewModelError) in try values.value(0, as: (Int).self, default: 1) }))
        return ViewModels.ViewModelSchema(Counter.self, "Counts.", members: members, creation: ViewModels.CreationOf(parameters: []) { _ in Counter() })
        }()
      }

      extension Counter: ViewModels.SchemaInheriting, Sendable {}
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

        @MainActor public let ownGraph: Bindings.Graph = Bindings.Graph.current

        @MainActor open class var schema: ViewModels.ViewModelSchema {
          ViewModels.NodeFactory.schema(of: Base.self) {
        let members: [ViewModels.MemberOf<Base>] = []
        return ViewModels.ViewModelSchema(Base.self, "", members: members, creation: ViewModels.CreationOf(parameters: []) { _ in Base() })
          }
        }
      }

      extension Base: ViewModels.SchemaInheriting {}
      """, only: ["ViewModel"])
  }
}
