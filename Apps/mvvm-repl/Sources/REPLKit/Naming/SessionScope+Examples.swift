import Bindings
import ViewModels

extension SessionScope {
  /// Returns the record with the person's own names in its examples: `watch f.output` if there is no `form`.
  func namingExamples(_ record: Record) -> Record {
    guard variables["form"] == nil else { return record }
    switch record {
    case .note(let message): return .note(namingExamples(message))
    case .diagnostic(let mistake, let source):
      guard let help = mistake.help else { return record }
      return .diagnostic(mistake.helping(by: namingExamples(help)), in: source)
    default: return record
    }
  }

  private func namingExamples(_ message: Message) -> Message {
    message.mapWords { words in
      guard words.contains("form.") else { return words }
      return words.replacing(#/\bform\.([A-Za-z]+)/#) { example in
        let owners = variables.filter { name, variable in
          !hostNames.contains(name)
            && variable.viewModel.map { type(of: $0).schema[String(example.1)] != nil } == true
        }
        return "\(owners.keys.min() ?? "form").\(example.1)"
      }
    }
  }
}
