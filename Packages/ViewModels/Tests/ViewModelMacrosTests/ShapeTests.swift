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
          get {
            $phone.value
          }
          set {
            $phone.value = newValue
          }
        }

        @MainActor public private(set) var $phone = Bindings.Property("186", label: "phone", fileID: "TestModule/test.swift", line: 2)
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
          get {
            $tags.value
          }
          set {
            $tags.value = newValue
          }
        }

        @MainActor private(set) var $tags: Bindings.Property<[String]>
        var note: String? {
          @storageRestrictions(initializes: $note)
          init(initialValue) {
            $note = Bindings.Property(
              initialValue, label: "note", fileID: "TestModule/test.swift", line: 3)
          }
          get {
            $note.value
          }
          set {
            $note.value = newValue
          }
        }

        @MainActor private(set) var $note = Bindings.Property<String?>(nil, label: "note", fileID: "TestModule/test.swift", line: 3)
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
          get {
            _node_user.value
          }
          set {
            _node_user.value = newValue
          }
        }

        @MainActor private var _node_user = Bindings.Property<User?>(nil, label: "user", fileID: "TestModule/test.swift", line: 2)

        @MainActor public var $user: any Bindings.ObservableValue<User?> {
          _node_user
        }
      }
      """, only: ["PropertyNode"])
  }

  @Test func aDerivedNodeReadsWhatItMentionsThroughNodes() {
    expectExpansion(
      """
      class A {
        @DerivedNode("isValid", "other") var canClear: Bool {
          let other = 1
          return isValid && self.isValid && form.isValid && other == 1 && map(\\.isValid) && f(isValid: isValid)
        }
      }
      """,
      """
      class A {
        var canClear: Bool {
          let other = 1
          return isValid && self.isValid && form.isValid && other == 1 && map(\\.isValid) && f(isValid: isValid)
        }

        @MainActor var $canClear: Bindings.Computed<Bool> {
          if let made = _node_canClear {
            return made
          }
          let made = ViewModels.NodeFactory.derived(
            of: self, label: "canClear", fileID: "TestModule/test.swift", line: 2) {
            $0._derive_canClear()
          }
          _node_canClear = made
          return made
        }

        @MainActor private var _node_canClear: Bindings.Computed<Bool>?

        @MainActor private func _derive_canClear() -> Bool {
            let other = 1
            return self.$isValid.value && self.$isValid.value && form.isValid && other == 1 && map(\\.isValid) && f(isValid: self.$isValid.value)
        }
      }
      """, only: ["DerivedNode"])
  }

  @Test func aDerivedNodeThatMentionsNoneCallsTheGetter() {
    expectExpansion(
      """
      class A {
        @DerivedNode override var title: String { name }
      }
      """,
      """
      class A {
        override var title: String { name }

        @MainActor override var $title: Bindings.Computed<String> {
          if let made = _node_title {
            return made
          }
          let made = ViewModels.NodeFactory.derived(
            of: self, label: "title", fileID: "TestModule/test.swift", line: 2) {
            $0.title
          }
          _node_title = made
          return made
        }

        @MainActor private var _node_title: Bindings.Computed<String>?
      }
      """, only: ["DerivedNode"])
  }

  @Test func aCommandCallsItsMethod() {
    expectExpansion(
      """
      @ViewModel class A {
        @Command(enabled: \\.canSignIn, policy: .restart)
        public func signIn(_ name: String, with password: String) async throws -> User { }
      }
      """,
      """
      @ViewModel class A {
        public func signIn(_ name: String, with password: String) async throws -> User { }

        @MainActor public var signInCommand: Bindings.Command<(name: String, with: String), User> {
          if let made = _command_signIn {
            return made
          }
          let made: Bindings.Command<(name: String, with: String), User> = ViewModels.NodeFactory.asyncCommand(
            of: self, label: "signIn", enabled: self.$canSignIn, policy: .restart, fileID: "TestModule/test.swift", line: 2
          ) { owner, input in
            try await owner.signIn(input.name, with: input.with)
          }
          _command_signIn = made
          return made
        }

        @MainActor private var _command_signIn: Bindings.Command<(name: String, with: String), User>?
      }
      """, only: ["Command"])
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
          @storageRestrictions(initializes: $count)
          init(initialValue) {
            $count = Bindings.Property(
              initialValue, label: "count")
          }
          get {
            $count.value
          }
          set {
            $count.value = newValue
          }
        }

        @MainActor private(set) var $count = Bindings.Property(0, label: "count")
        @MainActor
        var isEven: Bool { count.isMultiple(of: 2) }

        @MainActor var $isEven: Bindings.Computed<Bool> {
          if let made = _node_isEven {
            return made
          }
          let made = ViewModels.NodeFactory.derived(
            of: self, label: "isEven") {
            $0.isEven
          }
          _node_isEven = made
          return made
        }

        @MainActor private var _node_isEven: Bindings.Computed<Bool>?
        @MainActor func add(_ step: Int = 1) { count += step }

        @MainActor var addCommand: Bindings.Command<Int, Void> {
          if let made = _command_add {
            return made
          }
          let made: Bindings.Command<Int, Void> = ViewModels.NodeFactory.command(
            of: self, label: "add"
          ) { owner, input in
            owner.add(input)
          }
          _command_add = made
          return made
        }

        @MainActor private var _command_add: Bindings.Command<Int, Void>?

        @MainActor init() {
        }

        @MainActor let ownGraph: Bindings.Graph = Bindings.Graph.current

        @MainActor static let schema: ViewModels.ViewModelSchema = {
          var members: [ViewModels.MemberOf<Counter>] = []
          members.append(.property("count", { (it: Counter) in
                it.$count
              }, "How often."))
          members.append(.derived("isEven", { (it: Counter) in
                it.$isEven
              }, "", mentions: ["count"]))
          members.append(.command("add", { (it: Counter) in
                it.addCommand
              }, "", parameters: [ViewModels.Parameter(label: nil, name: "step", type: ViewModels.ValueType((Int).self), defaultValue: "1")], input: { values throws(ViewModels.ViewModelError) in
                try values.value(0, as: (Int).self, default: 1)
              }))
          return ViewModels.ViewModelSchema(Counter.self, "Counts.", members: members, creation: ViewModels.CreationOf(parameters: []) { _ in
              Counter()
            })
        }()
      }

      extension Counter: ViewModels.SchemaInheriting, Sendable {
      }
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
            return ViewModels.ViewModelSchema(Base.self, "", members: members, creation: ViewModels.CreationOf(parameters: []) { _ in
                Base()
              })
          }
        }
      }

      extension Base: ViewModels.SchemaInheriting {
      }
      """, only: ["ViewModel"])
  }
}
