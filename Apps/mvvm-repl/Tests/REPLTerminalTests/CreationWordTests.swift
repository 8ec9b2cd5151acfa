import Bindings
import REPLKit
import Testing
import ViewModels

@testable import REPLTerminal

@ViewModel private final class Cart {
  private(set) var customer: String
  private(set) var copies: Int

  init(for customer: String, copies: Int = 1, note: String? = nil) {
    (self.customer, self.copies) = (customer, copies)
  }
}

/// A drawer for a ``Cart``.
@ViewModel private final class Till { var sum = 0 }

/// A person who answers questions with what is written down.
@MainActor
private final class Person {
  var answers: [String?]
  var questions: [String] = []
  var heard: [String] = []
  var entered: [String] = []

  init(_ answers: [String?]) { self.answers = answers }

  var asking: CreationWord.Asking {
    CreationWord.Asking { _, prompt, standard in
      self.questions.append(prompt + standard)
      return self.answers.isEmpty ? nil : self.answers.removeFirst()
    } say: {
      self.heard.append(TextRenderer(style: .plain).text($0))
    } enter: {
      self.entered.append($0)
    }
  }
}

@MainActor
@Suite struct CreationWordTests {
  private func say(
    _ text: String, to person: Person?, _ language: HelpLanguage = .english
  ) async -> [String] {
    var said: [String] = []
    var catalog = Catalog()
    catalog.add(Cart.self)
    catalog.add(Till.self)
    let session = Session(catalog: catalog) {
      said += TextRenderer(style: .plain).text($0).split(separator: "\n").map(String.init)
    }
    session.language = language
    session.host.chineseDocumentation = ["Till": "放 Cart 的抽屉。"]
    session.add(CreationWord(session: session, asking: person?.asking).word)
    await session.run(SourceText("let till = Till()"))
    said = []
    await session.run(SourceText(text))
    await session.close()
    return said
  }

  @Test func eachParameterIsAskedForAndAStatementMade() async {
    let person = Person(["Cart", "\"Li\"", "till.sum + 2", "", "cart"])
    #expect(await say(":new", to: person) == [])
    #expect(
      person.questions == [
        "type ❯ ", "customer: String ❯ ", "copies: Int ❯ 1", "note: String? ❯ nil", "name ❯ cart",
      ])
    #expect(person.entered == ["let cart = Cart(for: \"Li\", copies: till.sum + 2)"])
  }

  @Test func aWrongAnswerIsAskedForAgain() async {
    let person = Person(["", "Li", "\"Li\"", "two", "2", "", "my cart", "till", "till2"])
    _ = await say(":new Cart", to: person)
    // A word that is no name, in the place of a text; and a name that something has.
    let advice = "Put text in double quotes:  \"Li\""
    #expect(person.heard.contains { $0.contains(advice) }, "\(person.heard)")
    #expect(person.heard.contains { $0.contains("'till' is already in use") })
    #expect(person.heard.contains("customer is needed."), "\(person.heard)")
    #expect(person.heard.contains { $0.contains("error E102") || $0.contains("'Li'") })
    #expect(person.heard.contains { $0.contains("'my cart' is not a name") })
    #expect(person.entered == ["let till2 = Cart(for: \"Li\", copies: 2)"])
  }

  @Test func aTypeThatIsNotThereIsToldBeforeAnythingIsAsked() async {
    let person = Person([])
    let said = await say(":new Til", to: person)
    #expect(said.contains { $0.contains("there is no Til to create") })
    #expect(said.contains { $0.contains("Did you mean ':new Till'?") }, "\(said)")
    #expect(person.heard == [] && person.questions == [])
  }

  @Test func whoLeavesMakesNothing() async {
    for answers: [String?] in [[nil], ["Cart", nil], ["Cart", "\"Li\"", "", "", nil]] {
      let person = Person(answers)
      #expect(await say(":new", to: person) == ["Nothing was created."])
      #expect(person.entered == [])
    }
  }

  @Test func whereNobodyAnswersTheStatementIsTold() async {
    #expect(
      await say(":new", to: nil) == [
        "Write, with your values",
        "  let cart = Cart(for: String, copies: Int = 1, note: String? = nil)",
        "  let till2 = Till()" + String(repeating: " ", count: 50) + "A drawer for a Cart.",
      ])
    #expect(await say(":new Till", to: nil).last == "  let till2 = Till()  A drawer for a Cart.")
    #expect(await say(":new Till", to: nil, .chinese).last?.hasSuffix("  放 Cart 的抽屉。") == true)
    #expect(await say(":new Tilt", to: nil).first?.contains("there is no Tilt to create") == true)
  }
}
