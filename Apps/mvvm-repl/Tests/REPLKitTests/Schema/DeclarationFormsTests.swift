import Bindings
import Testing
import ViewModels

@testable import REPLKit

// Forms of a declaration that the macro's text must fit; that they compile is half of each test.

@resultBuilder private enum Lines {
  static func buildBlock(_ lines: String...) -> [String] { lines }
}

@ViewModel private final class Isolated {
  nonisolated(unsafe) static var shared = 1
  @Ignored nonisolated(unsafe) var loose = 2
  var a = 1
  nonisolated var two: Int { 2 }
  nonisolated(nonsending) func follow() async -> Int { 3 }
  @concurrent func away() async -> Int { 4 }
  func here(isolation: isolated (any Actor)? = #isolation) async -> Int { 5 }
  @Command @concurrent func work() async -> Int { 6 }
}

@ViewModel private final class Built {
  var a = 1
  var first: String { "a\(a)" }
  @Lines var all: [String] {
    first
    "b"
  }
}

@ViewModel private final class Chosen {
  static let isLarge = true
  var size: Int = if isLarge { 10 } else { 1 }
  var name =
    switch isLarge {
    case true: "large"
    case false: "small"
    }
}

@ViewModel private final class `Large model` {
  var a = 1
  var b: Int { a + 1 }
  var isLarge: Bool { b > 2 }
  var isNamed: Bool { isLarge }
  @Command(enabled: \.isNamed) func grow() { a += 1 }
}

@ViewModel private final class Kept {
  var name = ""
  var length: Int { name.count }
}

@ViewModel private final class Parts {
  let first = Kept(), second = Kept()
  let (third, fourth) = (1, 2)
  unowned let owner: Kept
  var total: Int { first.length + second.length }
  init(owner: Kept) { self.owner = owner }
}

/**
 A class with **bold** text in a block.

 More of it.
 */
@ViewModel private final class Blocked {
  /** The value. */
  var value = 1
  /**
   * The other.
   */
  var other = 1
  /// A line
  /// and another.
  var lines = 1
}

#if compiler(>=6.3)
  @MainActor private let limit = 10

  @ViewModels::ViewModel private final class Selected: ViewModels::LifecycleViewModel {
    var a = 1
    var limit: Int { a + 1 }
    @ViewModels::Secure var rest: Int { REPLKitTests::limit - limit }
    @ViewModels::Ignored var loose = 2
    @ViewModels::Command func grow() { a += 1 }
  }
#endif

@ViewModel private final class Elsewhere {
  #if !os(macOS)
    @available(macOS, unavailable) var a = 1
    @available(macOS, unavailable) @Command func grow() { a += 1 }
    var b: Int { a + 1 }
  #endif
}

@MainActor private var numbersMade = 0
@MainActor private func nextNumber() -> Int {
  numbersMade += 1
  return numbersMade
}

@ViewModel private final class Numbered {
  var number: Int = nextNumber()
  var other: Int
  init(other: Int) { self.other = other }
}

/// Getters of which a copy would mean something else.
@ViewModel private final class Placed {
  var a = 1
  var double: Int { a * 2 }
  var name: String { "\(#function) \(double)" }
  var others: [Int] { [3].map { [self = Doubled()] in self.double + $0 } }
  var other: Int {
    guard let self = Optional(Doubled()) else { return 0 }
    return self.double
  }
  var local: Int {
    enum double { static let value = 5 }
    return double.value
  }
}

private struct Doubled { let double = 40 }

@MainActor private class Plain {
  var title: String { "plain" }
  init() {}
}

@ViewModel private final class Titled: Plain {
  var a = 1
  override var title: String { "\(a)" }
  override init() {}
}

@ViewModel private final class Hashed { var a = 1 }

extension Hashed: Hashable {
  nonisolated static func == (one: Hashed, other: Hashed) -> Bool { one === other }
  nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

@MainActor private protocol Lined { @Lines var lines: [String] { get } }

@ViewModel private final class LinedByProtocol: Lined {
  var a = 1
  var first: String { "a\(a)" }
  @Lines var lines: [String] {
    first
    "b"
  }
}

@ViewModel private final class Convenient {
  var a = 1
  convenience init(a: Int) {
    self.init()
    self.a = a
  }
}

@ViewModel private final class OnlyHere: LifecycleViewModel {
  var a = 1
  private convenience init(a: Int) {
    self.init()
    self.a = a
  }
}

@MainActor @ViewModel private class Conditioned<Value: Sendable> {
  var value: Value
  var isWanted: Bool { true }
  init() where Value == Int { value = 1 }
  init(_ value: Value) { self.value = value }
}

@ViewModel private final class Named: Conditioned<Int> {
  var 名 = "Ada"
  var 空: Bool { 名.isEmpty }
  var URL: String { 空 ? "" : "/\(名)/\(isWanted)" }
}

@ViewModel private final class Aging {
  var new = 1
  @available(*, deprecated, renamed: "new") var old: Int { new }
  @available(*, deprecated) var older: Int { old + 1 }
  @available(*, deprecated) let oldest = 3
  @available(*, deprecated) private(set) var stored: Int = 2
  @available(*, deprecated) @Secure @Command func leave(by step: Int) { new += step }
  @available(*, deprecated) init(old: Int) { new = old }
}

@available(*, deprecated) @ViewModel private final class Old {
  var a = 1
  var b: Int { a }
}

@ViewModel private final class WithInactiveInit {
  var a = 1
  #if false
    init(a: Int) { self.a = a }
  #endif
}

@ViewModel private final class WithActiveInit {
  var a = 1
  #if true
    init(a: Int) { self.a = a }
  #endif
}

@ViewModel private final class WithChosenInit {
  var a = 1
  #if true
    init() { a = 2 }
  #endif
}

@ViewModel private final class Empties {
  var count = 0
  @Command func take(_ nothing: ()) -> () { count += 1 }
  @Command func give(_ list: [()], to each: ()?) -> [()] { list }
}

@MainActor
@Suite(.ownGraph) struct DeclarationFormsTests {
  @Test func aGetterMayBeBoundToItsPlace() {
    let model = Placed()
    #expect(model.$name.value == model.name && model.name == "name 2")
    #expect(model.$others.value == [43] && model.$other.value == 40 && model.$local.value == 5)
    model.a = 2
    #expect(model.$name.value == "name 4")
    #expect(Placed.schema["name"]?.mentions == ["double"])
  }

  @Test func aSuperclassMayBeNoViewModel() {
    let model = Titled()
    #expect(model.$title.value == "1")
    model.a = 2
    #expect(model.$title.value == "2" && Titled.schema["title"]?.kind == .derived)
  }

  @Test func aConformanceMayHaveAnOperatorOrABuilder() {
    let (one, other) = (Hashed(), Hashed())
    #expect(Set([one, other, one]).count == 2)
    let lined = LinedByProtocol()
    #expect(lined.$lines.value == ["a1", "b"])
  }

  @Test func aClassMayHaveOnlyConvenienceInitializers() async throws {
    var catalog = Catalog()
    catalog.add(Convenient.self)
    catalog.add(OnlyHere.self)
    #expect(Convenient().a == 1)
    let made = try await catalog["Convenient"]?.make([LabeledArgument(label: "a", value: 3)])
    #expect((made as? Convenient)?.$a.value == 3)
    #expect((try await catalog["OnlyHere"]?.make() as? OnlyHere)?.a == 1)
  }

  @Test func anInitializerInAnInactiveConditionDoesNotCount() async throws {
    var catalog = Catalog()
    catalog.add(WithInactiveInit.self)
    catalog.add(WithActiveInit.self)
    #expect((try await catalog["WithInactiveInit"]?.make() as? WithInactiveInit)?.a == 1)
    #expect((try await catalog["WithActiveInit"]?.make() as? WithActiveInit)?.a == 1)
    #expect(WithActiveInit(a: 3).$a.value == 3 && WithChosenInit().$a.value == 2)
  }

  @Test func aDeprecatedMemberIsAMemberWithoutAWarning() async throws {
    var catalog = Catalog()
    catalog.add(Aging.self)
    let made = try await catalog["Aging"]?.make([LabeledArgument(label: "old", value: 5)])
    let (model, schema) = (try #require(made), Aging.schema)
    _ = try schema["leave"]?.command(in: model)?.execute([LabeledArgument(label: "by", value: 2)])
    let values = try ["older", "oldest", "stored"].map { try schema[$0]?.value(in: model) }
    #expect(values == [8, 3, 2])
  }

  @Test func anInputMayBeOfTheEmptyType() async throws {
    let (model, schema) = (Empties(), Empties.schema)
    let take = try #require(schema["take"]?.command(in: model))
    #expect(try await take.execute([LabeledArgument(value: .null)]).result.output == .null)
    #expect(throws: ViewModelError.self) { try take.execute([LabeledArgument(value: 1)]) }
    let parameters = try #require(schema["give"]?.parameters.map { "\($0)" })
    #expect(model.count == 1 && parameters == ["[Void]", "to: Void?"])
    model.takeCommand.execute(())
    #expect(model.count == 2)
  }

  @Test func anInitializerWithAConditionIsNoneThatAToolCalls() {
    #expect(Conditioned<String>.schema.creation?.parameters.count == 1)
  }

  @Test func aNameThatIsNotInLowerCaseIsMentioned() {
    #expect(Named.schema["URL"]?.mentions == ["isWanted", "名", "空"])
    let model = Named(2)
    #expect(model.$URL.value == "/Ada/true")
  }

  @Test func aMemberMaySayItselfThatItIsNotIsolated() async {
    let model = Isolated()
    #expect(await (model.follow(), model.away(), model.here()) == (3, 4, 5))
    let loose = unsafe model.loose + Isolated.shared
    #expect(model.$two.value == 2 && loose == 3)
    #expect(await model.workCommand.execute().result.output == 6)
    #expect(Isolated.schema.members.map(\.name) == ["a", "two", "work"])
  }

  @Test func aResultBuilderMakesTheValue() {
    let model = Built()
    #expect(model.$all.value == ["a1", "b"])
    model.a = 2
    #expect(model.$all.value == ["a2", "b"])
    #expect(Built.schema["all"]?.mentions == ["first"])
  }

  @Test func aFirstValueMayBeChosen() {
    let model = Chosen()
    #expect(model.$size.value == 10 && model.$name.value == "large")
  }

  @Test func aClassMayHaveANameInBackticks() {
    let model = `Large model`()
    #expect(!model.growCommand.isEnabled)
    model.a = 5
    model.growCommand.execute()
    #expect(model.a == 6 && model.$isNamed.value)
  }

  @Test func eachNameOfALetIsAMember() {
    let owner = Kept()
    #expect(Parts.schema.members.map(\.name) == ["first", "second", "total"])
    #expect(Parts.schema["total"]?.mentions == ["first", "second"])
    #expect(Parts(owner: owner).owner === owner)
  }

  @Test func anObjectThatIsNotKeptIsNoChild() {
    var owner: Kept? = Kept()
    let parts = owner.map(Parts.init)
    owner = nil
    #expect(parts != nil && Parts.schema["owner"] == nil)
  }

  @Test func aBlockCommentIsDocumentation() {
    #expect(Blocked.schema.documentation == "A class with **bold** text in a block.")
    #expect(
      Blocked.schema.members.map(\.documentation) == [
        "The value.", "The other.", "A line and another.",
      ])
  }

  #if compiler(>=6.3)
    @Test func aModuleMayBeNamedBeforeAName() {
      let model = Selected()
      model.growCommand.execute()
      #expect(model.$rest.value == 7 && model.$rest.node.isSecure)
      let schema = Selected.schema
      #expect(schema["rest"]?.isSecure == true && schema["loose"] == nil)
      #expect(schema["rest"]?.mentions == ["limit"] && schema.creation != nil)
    }
  #endif

  #if !os(macOS)
    @Test func whatAnotherPlatformDoesNotHaveIsAMember() {
      let model = Elsewhere()
      #expect(model.$b.value == 2)
      model.growCommand.execute()
      #expect(model.$b.value == 3)
    }
  #endif

  @Test func aFirstValueIsComputedOnce() {
    numbersMade = 0
    #expect(Numbered(other: 1).number == 1 && numbersMade == 1)
  }
}
