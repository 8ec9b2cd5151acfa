import Bindings
import Testing
import ViewModels

@testable import REPLKit

private protocol OrderService: Sendable { var city: String { get } }
private struct Orders: OrderService { let city = "Shanghai" }

/// An order.
@ViewModel private final class OrderForm {
  private(set) var customer: String
  private(set) var copies: Int
  private(set) var city: String
  let lines: OrderLines

  init(service: any OrderService, for customer: String, copies: Int = 1, isGift: Bool = false) {
    (self.customer, self.copies, city) = (customer, copies, service.city)
    lines = OrderLines()
  }
}

@ViewModel private final class OrderLines { var count = 0 }

@ViewModel private final class Box<Value: Codable & Sendable & Equatable> {
  var value: Value?
  var isEmpty: Bool { value == nil }
}

@ViewModel private final class Pair<Value: Codable & Sendable & Equatable> {
  var first: Value
  var second: Int
  init(first: Value, second: Int = 0) { (self.first, self.second) = (first, second) }
}

private enum GreetingKey: ViewModelEnvironmentKey {
  static let liveValue = "live"
}

@MainActor @ViewModel private final class Greeter: LifecycleViewModel {
  let part = GreeterPart()
  init(greeting: String) {
    super.init()
    environment[GreetingKey.self] = greeting
    addChild(part)
  }
}

@MainActor @ViewModel private final class GreeterPart: LifecycleViewModel {
  private(set) var said: String = ""
  @Command func greet() { said = environment[GreetingKey.self] }
}

/// View-models as people write them, at the prompt.
@MainActor
@Suite(.ownGraph) struct OwnTypesTests {
  private let conversation = Conversation { catalog, _ in
    catalog.add(OrderForm.self)
    catalog.add(Box<Int>.self)
    catalog.add(Box<[String: [Int]]>.self)
    catalog.add(Pair<Int>.self)
    catalog.add(Greeter.self)
    catalog.add(Prompts.self) { Prompts() }
    catalog.provide((any OrderService).self) { Orders() }
  }

  @Test func aPartIsShownByItsTypeAndNotWatchedWithTheRest() async {
    let shown = await conversation.say("let form = OrderForm(for: \"Li\")").lines
    #expect(shown.contains { $0.hasSuffix("  OrderLines") }, "\(shown)")
    await conversation.say("watch form")
    let watched = await conversation.say("watch").lines.map { $0.split(separator: " ").last ?? "" }
    #expect(watched.dropFirst() == ["form.customer", "form.copies", "form.city"])
  }

  @Test func aMemberThatIsNotThereIsToldWithTheMembersOfTheTypeItself() async {
    let said = await conversation.say("let one = Greeter(greeting: \"Hi\"); one.smile").lines
    #expect(said.last?.hasSuffix("Besides what every screen has, it has: part") == true, "\(said)")
    #expect(
      await conversation.say("one.isActiv").lines.last?.contains("one.isActive") == true)
  }

  @Test func anInitializerTakesItsParametersAndItsServices() async {
    await conversation.say("let form = OrderForm(for: \"Li\", isGift: true)")
    #expect(
      await conversation.say("form.customer; form.copies; form.city").lines
        == ["\"Li\"", "1", "\"Shanghai\""])
    let said = await conversation.say("OrderForm(copies: 2)")
    #expect(said.status != .ok)
    #expect(
      said.lines.contains {
        $0.contains("OrderForm(for: String, copies: Int = 1, isGift: Bool = false)")
      }, "\(said.lines)")
  }

  @Test func aMissingServiceIsToldWithTheLineToAdd() async {
    let other = Conversation { catalog, _ in catalog.add(OrderForm.self) }
    let said = await other.say("OrderForm(for: \"Li\")")
    #expect(
      said.lines.first { $0.contains("catalog.provide((any OrderService).self) { … }") } != nil,
      "\(said.lines)")
  }

  @Test func aGenericTypeIsMadeByItsNameWithArguments() async {
    await conversation.say("let box = Box<Int>(); box.value = 6 * 7")
    #expect(await conversation.say("box.value; box.isEmpty").lines == ["42", "false"])
    #expect(conversation.session.freeName(for: "Box<Int>") == "box2")
    #expect(
      await conversation.say("let n = 3; n<4; let isLess = n < 4 && 5 > (n)").lines.first == "true")
    let name = "Box<Dictionary<String, Array<Int>>>"
    #expect(conversation.session.catalog[name] != nil)
    await conversation.say("let map = \(name)(); map.value = [\"a\": [1]]")
    #expect(await conversation.say("map.value").lines == ["[\"a\": [1]]"])
    #expect(await conversation.say("Box<Nothing>()").status != .ok)
    await conversation.say("let typed: Box<Int> = Box<Int>()")
    #expect(await conversation.say("typed.isEmpty").lines == ["true"])
    #expect(await conversation.say("let wrong: Box<Int> = OrderForm(for: \"Li\")").status != .ok)
  }

  @Test(arguments: [
    ("let b = Box<I", ["Box<Int>()"]),
    ("Box<", ["Box<Dictionary<String, Array<Int>>>()", "Box<Int>()"]),
    ("Box<Dictionary<String,Arr", ["Box<Dictionary<String, Array<Int>>>()"]),
    ("[1, Box<int", ["Box<Int>()"]), ("Pair<Int>(", ["first: "]),
    ("Pair<Int>(first: 1, sec", ["second: "]),
    ("OrderForm(", ["for: "]), ("OrderForm(for: \"Li\", ", ["copies: ", "isGift: "]),
  ])
  func whatIsTypedOfATypeOrItsInitializerIsCompleted(
    _ text: String, _ expected: [String]
  ) async {
    let symbols = conversation.session.symbols
    let result = Completer.complete(text, cursor: text.utf8.count, symbols: symbols)
    let texts = result.candidates.map(\.text)
    #expect(expected.allSatisfy(texts.contains), "\(texts)")
    if text.hasPrefix("let b") { #expect(result.replaced == 8..<13) }
  }

  @Test func theCallOfAGenericInitializerIsShownAndItsNameIsAType() {
    let symbols = conversation.session.symbols
    let text = "Pair<Int>(first: 1, "
    let signature = CallSignature.at(text.utf8.count, in: text, symbols: symbols)
    #expect(signature?.text == "Pair<Int>(first: Int, second: Int = 0)")
    let parts = Highlighter.parts(of: "let b = Box<Int>()", symbols: symbols)
    #expect(parts.map(\.role) == [.keyword, .type, .type])
  }

  /// What is exported as Swift would not compile with it.
  @Test(arguments: SwiftKeywords.all.sorted())
  func aWordOfSwiftIsNoName(_ word: String) async {
    let said = await conversation.say("let \(word) = 1")
    #expect(said.status != .ok)
    #expect(said.lines.first?.contains("'\(word)' is a reserved word") == true)
    #expect(!conversation.session.isName(word))
  }

  @Test func childrenAndEnvironmentsAreReachedByPath() async {
    await conversation.say("let greeter = Greeter(greeting: \"hello\"); watch greeter.part.said")
    #expect(
      await conversation.say("greeter.part.greet()").lines.first
        == "◉ greeter.part.said  \"hello\"  ⟵ \"\"")
    await conversation.say(
      "let form = OrderForm(for: \"Li\"); let lines = form.lines; lines.count = 2")
    #expect(await conversation.say("form.lines.count").lines == ["2"])
  }

  @Test func aViewModelOfAnotherModuleIsOneAsAnyOther() async {
    #expect(await conversation.say("let prompts = Prompts()").status == .ok)
    #expect(await conversation.say("prompts?").status == .ok)
  }

  @Test(arguments: [
    ("\"four\"", "Int is expected here"), ("form.nothing", ""), ("1 +", ""), ("form.clear()", ""),
  ])
  func anAnswerThatDoesNotFitIsRefused(_ text: String, _ complaint: String) async {
    await conversation.say("let form = Form()")
    let copies = Parameter(label: "copies", type: .int)
    let record = await conversation.session.objection(to: text, as: copies)
    guard case .diagnostic(let diagnostic, _)? = record else {
      Issue.record("\(text) was taken")
      return
    }
    #expect(complaint.isEmpty || diagnostic.message.description.contains(complaint))
    #expect(await conversation.session.objection(to: "form.age + 1", as: copies) == nil)
  }

  @Test func aFreeNameIsAName() async {
    let session = conversation.session
    #expect(session.freeName(for: "LoginForm") == "form")
    await conversation.say("let form = 1; let form2 = 2")
    #expect(session.freeName(for: "LoginForm") == "form3")
    #expect(session.freeName(for: "URLLet") == "it")
    #expect(session.isName("tea") && !session.isName("let") && !session.isName("a b"))
    #expect(!session.isName("") && !session.isName("a = 1; let b"))
  }
}
