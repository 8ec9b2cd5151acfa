import Bindings
import ViewModels

/// How far the text that a session runs has come, and what is known of the way it goes.
struct EntryProgress {
  /// Whether a person has interrupted the text: no further statement of it runs.
  var isInterrupted = false
  /// How many texts run within each other, as `:load` makes them.
  var nesting = 0
  /// When others have had their turn last.
  var lastPause = ContinuousClock.now
  /// Whether the last statement was a `:quit` that was answered with a question.
  var isLeavingAsked = false
  /// What of the text that runs must not be kept.
  var redaction = Redaction(names: [])
  /// The names of secure members, those that can be created and those that were met, and of variables that
  /// hold secrets.
  var secretNames: Set<String> = []
  /// The types that derived values had when they were declared.
  var derivedTypes: [String: ValueType] = [:]
  /// What `$0` and `$1` stand for in the closure that is computed.
  var closureArguments: [Operand] = []
  /// Whether the expression that is being computed has read a secret.
  var hasReadSecret = false
}

extension Session {
  /// Lets others have a turn now and then where a person is there, so that a long text can be interrupted
  /// and its progress be shown.
  func pause(before statement: Statement) async throws(Diagnostic) {
    if hasPerson, progress.lastPause.duration(to: .now) > Self.longestTurn {
      await Task.yield()
      progress.lastPause = .now
    }
    guard !progress.isInterrupted else {
      throw Diagnostic(.cancelled, "the rest was cancelled", at: statement.span)
    }
  }

  /// The names of all secret places that are known.
  var secretNames: Set<String> { progress.secretNames }

  /// What is not kept of a text, as far as it is known now.
  var redaction: Redaction { Redaction(names: secretNames, known: knownNames) }

  /// The names that stand for something: what is typed in their place is no slip, and no secret.
  var knownNames: Set<String> {
    catalog.entries.reduce(into: Set(variables.keys)) { names, entry in
      names.insert(entry.schema.typeName)
      for member in entry.schema.members { names.insert(member.name) }
    }
  }

  /// Tells a mistake, and the text that it is in, without the secrets that were typed there.
  func tell(_ mistake: Diagnostic, in source: SourceText, _ redaction: Redaction) {
    let (told, text) = redaction.told(mistake, in: source)
    emit(.diagnostic(told, in: text))
  }

  /// Keeps from now on what is typed as the values of names that have gone into a secret place.
  func conceal(_ names: Set<String>) {
    for name in names {
      switch variables[name] {
      case .constant(let value, let type) where type == .string:
        variables[name] = .secret(value, type)
      case .variable(let node, let type) where type == .string: node.node.isSecure = true
      default: continue
      }
      progress.secretNames.insert(name)
      recorder.conceal(
        name, Redaction(names: secretNames, known: knownNames, given: [name]))
    }
  }

  private static let longestTurn = Duration.milliseconds(10)
}
