import Testing

@Suite struct DiagnosticTests {
  static let cases: [(source: String, complaint: Complaint)] = [
    (
      "@ViewModel struct A {}",
      Complaint(
        message: "@ViewModel is for classes: a view-model is shared by all that show it",
        remedies: ["write final class: final class"])
    ),
    (
      "@ViewModel class A {}",
      Complaint(
        message:
          "a view-model that can be subclassed must be isolated itself: write final or @MainActor",
        remedies: [
          "add final: @ViewModel final class A {}",
          "add @MainActor: @MainActor @ViewModel class A {}",
        ])
    ),
    (
      "@ViewModel final class A { lazy var x = 1 }",
      Complaint(
        message:
          "a lazy var cannot be a node: derived values are computed when first asked for anyway",
        remedies: ["remove lazy: var x = 1", "add @Ignored: @Ignored lazy var x = 1"])
    ),
    (
      "@ViewModel final class A { weak var x: B? }",
      Complaint(
        message: "a node keeps its value, so it cannot be weak or unowned",
        remedies: ["add @Ignored: @Ignored weak var x: B?", "remove weak: var x: B?"])
    ),
    (
      "@ViewModel final class A { var x = 1 { didSet { print(x) } } }",
      Complaint(
        message:
          "willSet and didSet would miss writes that come through a binding: observe the node instead",
        remedies: ["add @Ignored: @Ignored var x = 1 { didSet { print(x) } }"])
    ),
    (
      "@ViewModel final class A { var x = 1, y = 2 }",
      Complaint(
        message: "a node needs a declaration of its own: write one name in each var",
        remedies: ["write each alone: var x = 1\nvar y = 2"])
    ),
    (
      "@ViewModel final class A {\n  private var x, y: Int, z = 3\n  init() { x = 1; y = 2 } }",
      Complaint(
        message: "a node needs a declaration of its own: write one name in each var",
        remedies: [
          "write each alone: private var x: Int\n private var y: Int\n private var z = 3"
        ])
    ),
    (
      "@ViewModel final class A {\n/// Both.\nvar x = 1, y = 2  // two\n}",
      Complaint(
        message: "a node needs a declaration of its own: write one name in each var",
        remedies: ["write each alone: var x = 1\nvar y = 2"])
    ),
    (
      "@ViewModel final class A { var x: some Sequence<Int> { [1] } }",
      Complaint(
        message: "a node needs to know its type: write it without some or Self",
        remedies: ["add @Ignored: @Ignored var x: some Sequence<Int> { [1] }"])
    ),
    (
      "@ViewModel final class A { var x: Int { get async { 1 } } }",
      Complaint(
        message:
          "a derived value cannot be async or throwing: load it by a command into a stored var",
        remedies: ["add @Ignored: @Ignored var x: Int { get async { 1 } }"])
    ),
    (
      "@ViewModel final class A { private(set) var x = \"\" }",
      Complaint(
        message: "write the type of a var whose setter is restricted: its node is shown read-only",
        remedies: [
          "write the type: private(set) var x: String = \"\"",
          "add @Ignored: @Ignored private(set) var x = \"\"",
        ])
    ),
    (
      "@ViewModel final class A {\n  #if os(Linux)\n  @Command\n  #endif\n  func run() {} }",
      Complaint(
        message:
          "@Command in an #if of its own cannot be seen by @ViewModel: write the #if around the "
          + "whole declaration", remedies: ["remove #if: @Command"])
    ),
    (
      "@ViewModel final class A {\n  #if A\n  #if B\n  @Secure\n  #endif\n  #endif\n  var x = 1 }",
      Complaint(
        message:
          "@Secure in an #if of its own cannot be seen by @ViewModel: write the #if around the "
          + "whole declaration", remedies: ["remove #if: @Secure"])
    ),
    (
      "@ViewModel final class A {\n  #if A\n  #else\n  @Ignored\n  #endif\n  var x = 1 }",
      Complaint(
        message:
          "@Ignored in an #if of its own cannot be seen by @ViewModel: write the #if around the "
          + "whole declaration", remedies: ["remove #if: @Ignored"])
    ),
    (
      "@ViewModel final class A { @Clamped(0...1) var x = 1 }",
      Complaint(
        message: "a node stores the value itself, so no wrapper or other macro can",
        remedies: ["add @Ignored: @Ignored @Clamped(0...1) var x = 1"])
    ),
    (
      "@MainActor @ViewModel final class A { @Secure let x = 1 }",
      Complaint(
        message:
          "@Secure is for the vars and commands of an instance; to hide a let from tools, make it private or add @Ignored",
        remedies: ["remove @Secure: "])
    ),
    (
      "@MainActor @ViewModel final class A { @Secure @Ignored var x = 1 }",
      Complaint(
        message: "an ignored var is shown by no tool, so @Secure has no effect",
        remedies: ["remove @Secure: "])
    ),
    (
      "final class A { @Command func f() {} }",
      Complaint(
        message:
          "@Command needs a class marked @ViewModel around it, not an extension or another type",
        remedies: ["remove @Command: "])
    ),
    (
      "@MainActor @ViewModel final class A { @Command var x = 1 }",
      Complaint(
        message: "@Command is for methods",
        remedies: ["remove @Command: "])
    ),
    (
      "@MainActor @ViewModel final class A { @Secure func f() {} }",
      Complaint(
        message:
          "@Secure is for the vars and commands of an instance; to hide a let from tools, make it private or add @Ignored",
        remedies: ["remove @Secure: "])
    ),
    (
      "@MainActor @ViewModel final class A { @Command static func f() {} }",
      Complaint(
        message: "a command belongs to an instance",
        remedies: ["remove static: @Command func f() {}"])
    ),
    (
      "@MainActor @ViewModel final class A { @Command func f<T>(_ x: T) {} }",
      Complaint(
        message: "a command needs to know its types: write it without generic parameters and where",
        remedies: ["remove @Command: "])
    ),
    (
      "@ViewModel final class A<T> { @Command func f() where T: Equatable {} }",
      Complaint(
        message: "a command needs to know its types: write it without generic parameters and where",
        remedies: ["remove @Command: "])
    ),
    (
      "@ViewModel final class A { @Command func f() -> Self? { self } }",
      Complaint(
        message: "a command needs to know what it returns: write the type without some or Self",
        remedies: ["remove @Command: "])
    ),
    (
      "@ViewModel final class A { var x: Self { self } }",
      Complaint(
        message: "a node needs to know its type: write it without some or Self",
        remedies: ["add @Ignored: @Ignored var x: Self { self }"])
    ),
    (
      "@MainActor @ViewModel final class A { @Command func f(_ x: inout Int) {} }",
      Complaint(
        message:
          "a command takes plain values: 'x' must not be inout, isolated, variadic, some, Self, "
          + "an autoclosure or a parameter pack",
        remedies: ["remove @Command: "])
    ),
    (
      "@MainActor @ViewModel final class A { @Command func f(_ x: @autoclosure () -> Int) {} }",
      Complaint(
        message:
          "a command takes plain values: 'x' must not be inout, isolated, variadic, some, Self, "
          + "an autoclosure or a parameter pack",
        remedies: ["remove @Command: "])
    ),
    (
      "@MainActor @ViewModel final class A { @Command func f() -> some Collection<Int> { [1] } }",
      Complaint(
        message: "a command needs to know what it returns: write the type without some or Self",
        remedies: ["remove @Command: "])
    ),
    (
      "@ViewModel final class A { @Command(policy: .restart) func f() {} }",
      Complaint(
        message:
          "a method that is not async has ended before it can be executed again: it needs no policy",
        remedies: ["remove policy: @Command"])
    ),
    (
      "@ViewModel final class A { @Command func f() {}\n @Command func f(_ x: Int) {} }",
      Complaint(
        message: "there is a member 'f' already: tools go by first names alone",
        remedies: ["remove @Command: "])
    ),
    (
      "@ViewModel final class A { var canClear = true\n @Command(enabled: \\.canClera) func f() {} }",
      Complaint(
        message: "there is no var 'canClera' in this class to enable the command",
        remedies: ["write canClear: canClear"])
    ),
    (
      "@ViewModel final class A { @Command(enabled: \\.ready) func f() {} }",
      Complaint(
        message: "there is no var 'ready' in this class to enable the command",
        remedies: ["remove @Command: "])
    ),
    (
      "@MainActor @ViewModel final class A { var x = B()\n @Command(enabled: \\.x.ready) func f() {} }",
      Complaint(
        message: "enabled names one var of this class: derive what you need in a var of its own",
        remedies: ["remove @Command: "])
    ),
    (
      "@MainActor @ViewModel final class A { @Command func f(_: Int, _: Int) {} }",
      Complaint(
        message: "several inputs are a tuple: each needs a name of its own, and '_' is none",
        remedies: ["remove @Command: "])
    ),
    (
      "@MainActor @ViewModel final class A { @Command func f(at: Int, at b: Int) {} }",
      Complaint(
        message: "several inputs are a tuple: each needs a name of its own, and 'at' is none",
        remedies: ["remove @Command: "])
    ),
    (
      "@MainActor @ViewModel final class A: B { @Command override func f() {} }",
      Complaint(
        message:
          "a command executes the override of its method already: write @Command in the base alone",
        remedies: ["remove @Command: "])
    ),
    (
      "@MainActor @ViewModel final class A { @Command func `do it`() {} }",
      Complaint(
        message:
          "a node and a command are named after their declaration: 'do it' must be an identifier",
        remedies: ["remove @Command: "])
    ),
    (
      "@MainActor @ViewModel final class A { var `2nd` = 1 }",
      Complaint(
        message:
          "a node and a command are named after their declaration: '2nd' must be an identifier",
        remedies: ["add @Ignored: @Ignored var `2nd` = 1"])
    ),
    (
      "@MainActor @ViewModel final class A { var `is` = true\n @Command(enabled: \\.`if`) func f() {} }",
      Complaint(
        message: "there is no var 'if' in this class to enable the command",
        remedies: ["write is: is"])
    ),
    (
      """
      @MainActor @ViewModel final class A {
      #if X
        @Command func f() {}
        @Command func f(_: Int) {}
      #endif
      }
      """,
      Complaint(
        message: "there is a member 'f' already: tools go by first names alone",
        remedies: ["remove @Command: "])
    ),
    (
      "@ViewModel final class A { var f = 1; @Command func f(_: Int) {} }",
      Complaint(
        message: "there is a member 'f' already: tools go by first names alone",
        remedies: ["remove @Command: "])
    ),
    (
      "@ViewModel final class A { let e = 0, f = 1; @Command func f(_: Int) {} }",
      Complaint(
        message: "there is a member 'f' already: tools go by first names alone",
        remedies: ["remove @Command: "])
    ),
    (
      "@ViewModel final class A { @Command func f(_: Int) {}; let f: Int }",
      Complaint(
        message: "there is a member 'f' already: tools go by first names alone",
        remedies: ["add @Ignored: @Ignored let f: Int"])
    ),
    (
      "@ViewModel final class A { @Command func f(_: Int) {}; public var f: Int { 1 } }",
      Complaint(
        message: "there is a member 'f' already: tools go by first names alone",
        remedies: ["add @Ignored: @Ignored public var f: Int { 1 }"])
    ),
    (
      "@ViewModel final class A { nonisolated(unsafe) var x = 1 }",
      Complaint(
        message: "a node lives on the main actor, so its var cannot be nonisolated",
        remedies: [
          "add @Ignored: @Ignored nonisolated(unsafe) var x = 1", "remove nonisolated: var x = 1",
        ])
    ),
    (
      "@ViewModel final class A { var x: [some Equatable] { [1] } }",
      Complaint(
        message: "a node needs to know its type: write it without some or Self",
        remedies: ["add @Ignored: @Ignored var x: [some Equatable] { [1] }"])
    ),
    (
      "@ViewModel final class A { @Command func f(_ x: [some Equatable]) {} }",
      Complaint(
        message:
          "a command takes plain values: 'x' must not be inout, isolated, variadic, some, Self, "
          + "an autoclosure or a parameter pack", remedies: ["remove @Command: "])
    ),
    (
      "@ViewModel final class A { @Command func f() -> (some Equatable)? { 1 } }",
      Complaint(
        message: "a command needs to know what it returns: write the type without some or Self",
        remedies: ["remove @Command: "])
    ),
    (
      "@ViewModel final class A { var x = true; @Command(enabled: condition) func f() {} }",
      Complaint(
        message: "enabled names one var of this class: derive what you need in a var of its own",
        remedies: ["remove @Command: "])
    ),
  ]

  @Test(arguments: cases.indices)
  func aMistakeIsNamedWithItsRemedies(index: Int) {
    let (source, complaint) = Self.cases[index]
    #expect(complaints(about: source) == [complaint], "\(source)")
  }

  @Test(arguments: cases.indices)
  func aRemedyThatIsAppliedLeavesNothingToComplainAbout(index: Int) {
    let source = Self.cases[index].source
    for complaint in complaints(about: source) {
      #expect(!complaint.mended.isEmpty, "\(source)")
      for mended in complaint.mended {
        #expect(mended != source, "\(complaint)")
        #expect(complaints(about: mended).isEmpty, "\(mended)")
      }
    }
  }

  @Test func whatIsWrittenAloneKeepsTheCommentsAroundIt() {
    let source = "@ViewModel final class A {\n  /// Both.\n  var x = 1, y = 2  // two\n}"
    let mended = "@ViewModel final class A {\n  /// Both.\n  var x = 1\n  var y = 2  // two\n}"
    #expect(complaints(about: source).flatMap(\.mended).first == mended)
  }

  @Test(
    arguments: [
      "@ViewModel final class A { let x = 1; static var y = 2; @Ignored lazy var z = 3 }",
      "@ViewModel final class A: B { @Command(enabled: \\.inherited) func f() {} }",
      "@MainActor @ViewModel class A { nonisolated func f() {} }",
      "@MainActor @ViewModel final class A { @Secure @Command func f() {} }",
      "@ViewModel final class A { @Command func f(_ x: @escaping () -> Void) {} }",
      "@ViewModel final class A { enum B { case c }; struct D {}; deinit {} }",
      "@ViewModel final class A { var `is` = true; @Command(enabled: \\.`is`) func `do`() {} }",
      "@ViewModel final class A { var `is` = true; @Command(enabled: \\.is) func f(_: Int) {} }",
      "@ViewModel final class A { @Command func f(at a: Int, by b: Int, _ in: Int) {} }",
      "@ViewModel final class A { let `my limit` = 1; static var `2nd` = 1 }",
      "@ViewModel final class A {\n#if X\n@Command func f() {}\n#else\n@Command func f() {}\n#endif\n}",
      "@ViewModel final class A {\n#if X\nvar x = true\n#endif\n@Command(enabled: \\.x) func f() {} }",
      "@ViewModel final class A { @available(*, unavailable) @Command func f() {} }",
      "@ViewModel final class A { @Command(enabled: nil) func f() {} }",
      "@ViewModel final class A { private var f = 1; @Command func f(_: Int) {} }",
      "@ViewModel final class A { var f = 1; @Command private func f(_: Int) {} }",
      "@ViewModel final class A {\n#if X\nvar f = 1\n#else\n@Command func f() {}\n#endif\n}",
      "@ViewModel final class A { @Ignored nonisolated(unsafe) var x = 1 }",
      "@ViewModels::ViewModel final class A { @ViewModels::Secure var x = 1 }",
      "@ViewModels::ViewModel final class A { @ViewModels::Command func f() {} }",
      "@ViewModels.ViewModel final class A { @ViewModels.Ignored lazy var x = 1 }",
    ])
  func rightUsesAreNotComplainedAbout(source: String) {
    #expect(complaints(about: source).isEmpty)
  }
}
