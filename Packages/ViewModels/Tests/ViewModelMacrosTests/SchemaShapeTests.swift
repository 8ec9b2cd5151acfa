import Testing

/// The text of a whole class: its schema, isolation and conditions.
@Suite struct SchemaShapeTests {
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

        @MainActor static func makeSchema() -> ViewModels::ViewModelSchema {
        let _members = ViewModels::MemberList<Counter>()
        _members.add(.property("count", { (it: Counter) in it.$count }, "How often.", isSecure: false))
        _members.add(.derived("isEven", { (it: Counter) in it.$isEven }, "", isSecure: false, mentions: "count"))
        _members.add(.command("add", { (it: Counter) in it.addCommand }, "", isSecure: false, mentions: "", parameters: [ViewModels::Parameter(label: nil, name: "step", of: (Int).self, defaultValue: "1")], input: { _values throws(ViewModels::ViewModelError) in try _values.value(0, as: (Int).self, default: 1) }))
        return ViewModels::ViewModelSchema(Counter.self, "Counts.", members: _members, creation: ViewModels::Creation(parameters: []) { _ in Counter() })
        }
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

        @MainActor open class func makeSchema() -> ViewModels::ViewModelSchema {
        let _members = ViewModels::MemberList<Base>()
        return ViewModels::ViewModelSchema(Base.self, "", members: _members, creation: ViewModels::Creation(parameters: []) { _ in Base() })
        }
      }

      extension Base: ViewModels::SchemaInheriting {}
      """, only: ["ViewModel"])
  }

  @Test func whatOnePlatformDoesNotHaveIsAMember() {
    let written = expansion(
      of: """
        @ViewModel final class A {
          @available(macOS, unavailable) var x = 1
          @available(macOS, unavailable) var y: Int { 1 }
          @available(macOS, unavailable) @Command func f() {}
          @available(*, unavailable, message: "gone") @Command func g() {}
        }
        """)
    for node in ["$x", "$y", "fCommand"] { #expect(written.contains("in it.\(node) }")) }
    #expect(!written.contains("gCommand"))
  }

  @Test(arguments: ["", "ViewModels.", "ViewModels::"])
  func aModuleMayBeNamedBeforeAMark(module: String) {
    let written = expansion(
      of: """
        @ViewModel final class A {
          @\(module)Secure var x: Int { 1 }
          @\(module)Ignored var y = 2
          @\(module)Secure @\(module)Command func f() {}
        }
        """)
    #expect(written.contains("in it.$x }, \"\", isSecure: true"))
    #expect(written.contains("in it.fCommand }, \"\", isSecure: true"))
    #expect(!written.contains("$y"))
  }

  @Test(arguments: ["fileprivate", "private"])
  func theSchemaOfAPrivateClassIsSeenInItsFile(level: String) {
    #expect(expansion(of: "@ViewModel \(level) final class A {}").contains(schema("static")))
    let open = expansion(of: "@MainActor @ViewModel \(level) class A { init() {} }")
    #expect(open.contains(schema("class")))
    func schema(_ kind: String) -> String { "@MainActor fileprivate \(kind) func makeSchema" }
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

  @Test(
    arguments: [
      ("@Ignored lazy var x = 1", false), ("@Ignored @Wrapped var x = 1", false),
      ("@Ignored @Wrapped var x = 1 { didSet {} }", false),
      ("@Ignored @wrapped var x = 1", false), ("@Ignored @ByActor var x = 1", false),
      ("@Ignored\n#if true\n@Wrapped\n#endif\nvar x = 1", false),
      ("@Secure var x = 1", true), ("@Ignored @objc var x = 1", true),
      ("@Ignored var x = 1 { didSet {} }", true), ("@Ignored @Built var x: T { f() }", true),
      ("@Ignored weak var x: T?", true), ("@Wrapped static var x = 1", true),
      ("@Described let x = 1", true),
    ])
  func aHiddenVariableIsNotIsolated(member: String, isSendable: Bool) {
    let written = expansion(of: "@ViewModel final class A { \(member) }")
    #expect(written.contains("Sendable") == isSendable, "\(written)")
  }

  @Test func theDocumentationIsTheSameWithOtherLineBreaks() {
    let source = "@ViewModel final class A {\n/// Two values.\n\n/// One.\n/// More.\nvar x = 1 }"
    for lineBreak in ["\n", "\r\n", "\r"] {
      let expanded = expansion(of: source.replacing("\n", with: lineBreak))
      #expect(
        expanded.contains("it.$x }, \"One. More.\", isSecure"), "\(lineBreak.debugDescription)")
    }
  }
}
