import Foundation
import REPLKit
import ViewModels

/// The word `:new`, which asks for a type and its parameters, one after the other, and makes a statement of the
/// answers.
///
/// Without a person to ask, the word shows the statements to write.
@MainActor
struct CreationWord {
  /// A question of the form.
  enum Question: Sendable {
    case type
    /// The value of an argument, after the beginning of its statement.
    case argument(behind: String)
    case name
  }

  /// The functions that ask a person.
  struct Asking {
    /// Asks with a prompt and a default value in grey; returns nothing when the person leaves.
    let ask: @MainActor (Question, _ prompt: String, _ standard: String) async -> String?
    /// Shows a record between two questions.
    let say: @MainActor (Record) -> Void
    /// Enters a statement as if it had been typed.
    let enter: @MainActor (String) -> Void
  }

  /// The session, unowned because it owns the word.
  unowned let session: Session
  /// The functions to ask with; `nil` without a person.
  let asking: Asking?

  var word: ToolCommand {
    ToolCommand(
      "new",
      Message(
        "make a view-model, asked for its parameters: :new, or :new LoginForm",
        "逐个询问参数来创建视图模型：:new 或 :new LoginForm"),
      words: session.catalog.entries.map(\.schema.typeName)
    ) { type in
      guard !session.catalog.entries.isEmpty else { throw Message.nothingToMake }
      guard let asking else { return [.page(title: .writeToMake, rows: try statements(type))] }
      return try await make(type, asking)
    }.unrecorded()
  }

  private func entry(_ name: String) throws(Message) -> Catalog.Entry {
    if let entry = session.catalog[name] { return entry }
    throw .noTypeToMake(name, among: session.catalog.entries.map(\.schema.typeName))
  }

  /// The statements to write, with parameters in the place of values.
  private func statements(_ type: String) throws(Message) -> [(word: String, text: String)] {
    let entries = type.isEmpty ? session.catalog.entries : [try entry(type)]
    return entries.map { entry in
      let name = entry.schema.typeName
      let parameters = entry.parameters.map(\.description).joined(separator: ", ")
      return (
        "let \(session.freeName(for: name)) = \(name)(\(parameters))",
        session.summary(of: entry.schema)
      )
    }
  }

  private func make(_ type: String, _ asking: Asking) async throws(Message) -> [Record] {
    let left = [Record.note(.nothingMade)]
    if !type.isEmpty { _ = try entry(type) }
    asking.say(.note(.creationHelp))
    guard let entry = try await chosenType(type, asking) else { return left }
    let name = entry.schema.typeName
    var call = "\(name)("
    for parameter in entry.parameters {
      guard let answer = await argument(parameter, in: call, asking) else { return left }
      guard !answer.isEmpty else { continue }
      if !call.hasSuffix("(") { call += ", " }
      call += (parameter.label.map { "\($0): " } ?? "") + answer
    }
    guard let variable = await variable(for: name, asking) else { return left }
    asking.enter("let \(variable) = \(call))")
    return []
  }

  private func chosenType(
    _ type: String, _ asking: Asking
  ) async throws(Message) -> Catalog.Entry? {
    guard type.isEmpty else { return try entry(type) }
    let entries = session.catalog.entries
    asking.say(
      .page(
        title: .whichType,
        rows: entries.map { ($0.schema.typeName, session.summary(of: $0.schema)) }))
    let first = entries.count == 1 ? entries[0].schema.typeName : ""
    while true {
      let prompt = "\(Message.whichType.text(in: session.language)) ❯ "
      guard let answer = await asking.ask(.type, prompt, first) else { return nil }
      let name = answer.isEmpty ? first : answer
      guard !name.isEmpty else { continue }
      do throws(Message) { return try self.entry(name) } catch { asking.say(.note(error)) }
    }
  }

  /// Returns a valid answer, empty for the default; `nil` when the person leaves.
  private func argument(
    _ parameter: Parameter, in call: String, _ asking: Asking
  ) async -> String? {
    let label = parameter.label.map { "\($0): " } ?? ""
    let before = "let it = \(call)\(call.hasSuffix("(") ? "" : ", ")\(label)"
    let name = parameter.name.map { "\($0): " } ?? ""
    while true {
      let answer = await asking.ask(
        .argument(behind: before), "\(name)\(parameter.type) ❯ ", parameter.defaultValue ?? "")
      guard let answer = answer?.trimmingCharacters(in: .whitespaces) else { return nil }
      guard !answer.isEmpty else {
        if parameter.defaultValue != nil { return "" }
        asking.say(.note(.isNeeded(parameter.name ?? "\(parameter.type)")))
        continue
      }
      guard let objection = await session.objection(to: answer, as: parameter) else {
        return answer
      }
      asking.say(objection)
    }
  }

  private func variable(for type: String, _ asking: Asking) async -> String? {
    let standard = session.freeName(for: type)
    while true {
      let prompt = "\(Message.whichName.text(in: session.language)) ❯ "
      guard
        let answer = await asking.ask(.name, prompt, standard)?.trimmingCharacters(in: .whitespaces)
      else {
        return nil
      }
      let name = answer.isEmpty ? standard : answer
      guard session.isName(name) else {
        asking.say(.note(.isNoName(answer)))
        continue
      }
      guard session.isTaken(name) else { return name }
      asking.say(.note(.isTaken(name)))
    }
  }
}
