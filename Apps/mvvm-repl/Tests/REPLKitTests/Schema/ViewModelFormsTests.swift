import Bindings
import Testing
import ViewModels

@testable import REPLKit

// Forms of a class that the macro's text must fit; that they compile is half of each test.

@ViewModel fileprivate final class Unseen { var a = 1 }

@MainActor @ViewModel fileprivate class UnseenBase<Value: Codable & Equatable & Sendable> {
  var value: Value
  var values: [Value] { [value] }
  init(_ value: Value) { self.value = value }
}

private struct Refused: Error {}

@ViewModel private final class Checking {
  var isRight = false
  func check() throws { if !isRight { throw Refused() } }
  var error: String { do { try check(); return "none" } catch { return "caught \(error)" } }
}

@ViewModel private final class Totals {
  var items = [1, 2]
  func total(of items: [Int]) -> Int { items.reduce(0, +) }
  var total: Int { total(of: items) }
  func average(_ count: Int) -> Int { total / count }
  var average: Int { self.average(items.count) }
}

@ViewModel private final class Conditional {
  var a = 1
  #if true
    var inside = 2
    var sum: Int { a + inside }
    @Ignored var ignored = 3
    let child = Totals()
    @Command(enabled: \.isOdd) func grow() { inside += 1 }
    #if false
      var never = 0
    #elseif true
      var isOdd: Bool { !inside.isMultiple(of: 2) }
    #endif
  #else
    var absent = 4
    @Command func grow() {}
  #endif
  var next: Int { sum + 1 }
}

@ViewModel private final class ConditionalInit {
  var a: Int
  #if true
    init(a: Int) { self.a = a }
  #else
    init(text: String) { a = text.count }
  #endif
}

@ViewModel private final class Retired {
  var new = 1
  @available(*, unavailable, renamed: "new") var old: Int { 0 }
  @available(*, unavailable) @Command func leave() {}
  @available(*, unavailable) init(old: Int) {}
  init(new: Int) { self.new = new }
}

/// A class whose own types have the names of what the macro writes.
@ViewModel private final class Shadowing {
  enum Bindings {}
  enum ViewModels {}
  enum Property {}
  enum Computed {}
  enum Member {}
  enum MemberOf {}
  enum MemberList {}
  enum Swift {}
  enum Graph {}
  static let values = 2
  static let members = 3
  static let it = 4

  var count = 1
  private(set) var last: Int?
  var double: Int { count * 2 }
  var quadruple: Int { double * 2 }
  var isLow: Bool { count < 10 }

  @Command(enabled: \.isLow) func add(_ amount: Int = values + members + it) { count += amount }

  init(count: Int = values) { self.count = count }
}

private enum Generic<Value: Sendable> {
  @ViewModel final class Inner {
    var value: Value?
    var isEmpty: Bool { value == nil }
  }
  @MainActor @ViewModel class Open {
    var value: Value?
    init() {}
  }
}

extension Generic {
  @ViewModel fileprivate final class Extended { var value: Value? }
}

extension Totals {
  @ViewModel fileprivate final class Extended { var value = 1 }
}

@ViewModel private final class Keywords {
  var `is` = true
  var `in`: Int { `is` ? 1 : 2 }
  var both: Int { `in` + self.in }
  let `init` = 3
  let `self` = 4
  var log: [Int] = []
  @Command(enabled: \.`is`) func `repeat`(for a: Int, _ `in`: Int) { log += [a, `in`] }
  @Command func `switch`(self a: Int, init b: Int, `let` c: Int, where: Int) {
    log += [a, b, c, `where`]
  }
  @Command func single(_: Int) {}
}

@MainActor @ViewModel private class Outer {
  var n = 1
  var twice: Int { n * 2 }
  var label: String { "\(twice)" }
  init() {}

  @ViewModel final class Inner: Outer {
    var m = 3
    var thrice: Int { m * 3 }
    override var label: String { "\(thrice) \(twice)" }
  }
}

@MainActor
@Suite(.ownGraph) struct ViewModelFormsTests {
  @Test func aPrivateClassHasASchema() {
    #expect(Unseen.schema.members.map(\.name) == ["a"])
    #expect(UnseenBase<Int>.schema.members.map(\.name) == ["value", "values"])
  }

  @Test func theErrorOfACatchIsNotTheMember() {
    let model = Checking()
    #expect(model.$error.value == "caught Refused()")
    model.isRight = true
    #expect(model.$error.value == "none")
  }

  @Test func aMethodMayHaveTheNameOfADerivedValue() {
    let model = Totals()
    #expect(model.$total.value == 3 && model.$average.value == 1)
    model.items = [4, 6]
    #expect(model.$total.value == 10 && model.$average.value == 5)
  }

  @Test func membersInsideAConditionAreLikeTheOthers() throws {
    let model = Conditional()
    var sums: [Int] = []
    let token = model.$next.observe { sums.append($0) }
    model.inside = 5
    model.growCommand.execute()
    model.growCommand.execute()
    token.cancel()
    #expect(sums == [4, 7, 8] && model.$inside.value == 6 && model.ignored == 3)
    #expect(model.growCommand.disabledReasons == ["isOdd is false"])
    #expect(
      Conditional.schema.members.map(\.name) == [
        "a", "inside", "sum", "child", "grow", "isOdd", "next",
      ])
  }

  @Test func anInitializerInsideAConditionIsNoneThatAToolCalls() {
    #expect(ConditionalInit(a: 3).$a.value == 3)
    #expect(ConditionalInit.schema.creation == nil)
  }

  @Test func whatIsUnavailableIsNoMember() async throws {
    #expect(Retired.schema.members.map(\.name) == ["new"])
    var catalog = Catalog()
    catalog.add(Retired.self)
    let made = try await catalog["Retired"]?.make([LabeledArgument(label: "new", value: 2)])
    #expect((made as? Retired)?.$new.value == 2)
  }

  @Test func ownTypesMayHaveTheNamesThatTheMacroUses() async throws {
    var catalog = Catalog()
    catalog.add(Shadowing.self)
    let model = try #require(try await catalog["Shadowing"]?.make() as? Shadowing)
    let command = try #require(Shadowing.schema["add"]?.command(in: model))
    _ = try command.execute([])
    #expect(model.count == 11 && model.$quadruple.value == 44)
    #expect(command.disabledReasons == ["isLow is false"])
  }

  @Test func aClassInAGenericTypeHasASchemaForEachArgument() {
    let number = Generic<Int>.Inner()
    number.value = 1
    #expect(!number.$isEmpty.value)
    #expect(Generic<Int>.Inner.schema["value"]?.type == .optional(.int))
    #expect(Generic<String>.Inner.schema["value"]?.type == .optional(.string))
    #expect(Generic<String>.Extended.schema["value"]?.type == .optional(.string))
    #expect(Generic<String>.Open.schema["value"]?.type == .optional(.string))
    #expect(Totals.Extended.schema["value"]?.type == .int)
  }

  @Test func keywordsNameMembersAndInputs() throws {
    let model = Keywords()
    #expect(model.$both.value == 2 && model.$is.node.label == "is")
    model.repeatCommand.execute((for: 1, in: 2))
    let call = try #require(Keywords.schema["repeat"]?.command(in: model))
    _ = try call.execute([LabeledArgument(label: "for", value: 3), LabeledArgument(value: 4)])
    let other = try #require(Keywords.schema["switch"]?.command(in: model))
    _ = try other.execute([
      LabeledArgument(label: "self", value: 5), LabeledArgument(label: "init", value: 6),
      LabeledArgument(label: "let", value: 7), LabeledArgument(label: "where", value: 8),
    ])
    #expect(model.log == [1, 2, 3, 4, 5, 6, 7, 8])
    model.is = false
    #expect(!model.repeatCommand.isEnabled && model.$both.value == 4)
    #expect(model.`init` == 3 && model.`self` == 4)
    #expect(Keywords.schema["both"]?.mentions == ["in"])
  }

  @Test func aSubclassMayStandInItsBase() {
    let (outer, inner) = (Outer(), Outer.Inner())
    #expect(outer.$label.value == "2" && inner.$label.value == "9 2")
    inner.n = 2
    inner.m = 1
    #expect(inner.$label.value == "3 4")
  }
}
