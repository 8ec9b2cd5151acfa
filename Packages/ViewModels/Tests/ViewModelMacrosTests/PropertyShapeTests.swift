import Testing

/// The text of a stored `var`: its accessors and its node.
@Suite struct PropertyShapeTests {
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

        @MainActor static func makeSchema() -> ViewModels::ViewModelSchema {
        let _members = ViewModels::MemberList<A>()
        _members.add(.output("user", { (it: A) in it._node_user }, "", isSecure: false))
        _members.add(.property("tags", { (it: A) in it.$tags }, "", isSecure: false))
        return ViewModels::ViewModelSchema(A.self, "", members: _members, creation: ViewModels::Creation(parameters: [ViewModels::Parameter(label: "tags", name: "tags", of: ([String]).self)]) { _values in try A(tags: _values.value(0, as: ([String]).self)) })
        }
      }

      extension A: ViewModels::SchemaInheriting {}
      """)
  }
}
