import Bindings
import Testing
import ViewModels

@testable import REPLKit

@ViewModel
private final class Vault {
  @Secure var pin = 1
  @Secure var password = ""
  @Secure var code: Code?
  var name = ""

  @Secure @Command func change(to word: String, times: Int = 1) {}

  @Secure @Command func reveal() -> Code { Code(text: "hunter2") }

  struct Code: Codable, Equatable {
    let text: String
    init(text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      throw Refusal(text: text)
    }
    func encode(to encoder: any Encoder) throws { throw Refusal(text: text) }
  }

  struct Refusal: Error { let text: String }
}

/// The refusals of secure members do not tell the secret.
@MainActor
@Suite(.ownGraph) struct SecureErrorsTests {
  private let vault = Vault()

  private func refusal(_ body: () throws -> Void) throws -> ViewModelError {
    try #require(throws: ViewModelError.self) { try body() }
  }

  @Test func aSecretOfAnotherTypeIsNotTold() throws {
    let refused: [(String, DynamicValue, String)] = [
      ("pin", "hunter2", "Int"), ("password", 987654, "String"), ("code", "hunter2", "Code?"),
    ]
    for (name, value, type) in refused {
      let member = try #require(Vault.schema[name])
      let error = try refusal { try member.set(value, in: vault) }
      #expect(error.code == .typeMismatch && error.cause == nil)
      #expect(error.message == "\(type) is expected here; the secret is of another type.")
      var text = "\(error)"
      dump(error, to: &text)
      #expect(!text.contains("hunter2") && !text.contains("987654"), "\(text)")
    }
  }

  @Test func anInputOfASecureCommandIsNotTold() throws {
    let command = try #require(Vault.schema["change"]?.command(in: vault))
    for arguments in [
      [LabeledArgument(label: "to", value: 987654)],
      [LabeledArgument(label: "to", value: "a"), LabeledArgument(label: "times", value: "987654")],
    ] {
      let error = try refusal { _ = try command.execute(arguments) }
      var text = "\(error)"
      dump(error, to: &text)
      #expect(error.code == .typeMismatch && !text.contains("987654"), "\(text)")
    }
  }

  @Test func aSecretThatCannotBeShownIsNotTold() throws {
    vault.code = Vault.Code(text: "hunter2")
    let member = try #require(Vault.schema["code"])
    let error = try refusal { _ = try member.value(in: vault) }
    var text = "\(error)"
    dump(error, to: &text)
    #expect(error.code == .notEncodable && !text.contains("hunter2"), "\(text)")
  }

  @Test func aSecretResultThatCannotBeShownIsNotTold() async throws {
    let run = try #require(Vault.schema["reveal"]?.command(in: vault)).execute([])
    for outcome in [run.outcome, await run.result] {
      guard case .failure(let error as ViewModelError)? = outcome else {
        Issue.record("no failure: \(String(describing: outcome))")
        continue
      }
      var text = "\(error)"
      dump(error, to: &text)
      #expect(error.code == .notEncodable && !text.contains("hunter2"), "\(text)")
    }
  }

  @Test func aCommandThatIsSecureByAnInheritedSchemaTellsNothingEither() throws {
    let schema = ViewModelSchema(
      Vault.self, inheriting: Vault.schema, members: [.command("reveal", { $0.revealCommand })])
    let outcome = try #require(try schema["reveal"]?.command(in: vault)?.execute([]).outcome)
    var text = "\(outcome)"
    dump(outcome, to: &text)
    #expect(!text.contains("hunter2"), "\(text)")
  }

  @Test func otherRefusalsTellTheValue() throws {
    let error = try refusal { try Vault.schema["name"]?.set(5, in: vault) }
    #expect(error.problem as? SchemaProblem == .mismatch(5, wanted: .string))
  }
}
