import ViewModels

/// A draft of a lesson from typed statements: the first view-models are the setup, the rest is the solution of a step,
/// and the checks test what the solution changed.
struct LessonDraft {
  let steps: [Recorder.Step]

  /// The draft as a document that can be verified unchanged; its texts are placeholders for the author.
  @MainActor var document: String {
    let isSetup = { (step: Recorder.Step) in step.text.hasPrefix("let ") && step.changes.isEmpty }
    let setup = steps.prefix(while: isSetup)
    let solution = steps.dropFirst(setup.count)
    var parts = ["# Title\n\nWhat it is about."]
    if !setup.isEmpty { parts.append(block("setup", setup)) }
    parts.append("## What is to be done\n\nWhat one should know for it.")
    if steps.contains(where: { !$0.allSecrets.isEmpty }) {
      parts.append("<!-- A secret was typed where \"…\" stands: write one that fits. -->")
    }
    let checks = Self.checks(for: solution)
    parts.append(checks.isEmpty ? "- [ ] it is done: `false`" : checks.joined(separator: "\n"))
    parts.append("> What helps.")
    parts.append(block("solution", solution))
    return parts.joined(separator: "\n\n")
  }

  private func block(_ kind: String, _ steps: ArraySlice<Recorder.Step>) -> String {
    let done = steps.filter { !$0.hasFailed && !$0.isCutShort }
    let statements = done.flatMap(\.written).map { $0 + "\n" }.joined()
    let fence = Transcript.fence(around: statements)
    return "\(fence)mvvm \(kind)\n\(statements)\(fence)"
  }

  /// Returns a check for each input whose value differs at the end, in the order of the first changes.
  ///
  /// Values that only their view-model sets may come from a server or a clock; the author writes checks for them.
  @MainActor private static func checks(for steps: ArraySlice<Recorder.Step>) -> [String] {
    var order: [String] = []
    var last: [String: (old: DynamicValue, change: Timeline.Change)] = [:]
    for change in steps.flatMap(\.changes)
    where change.place.isSettable && !change.place.isSecure {
      let path = change.place.path
      if last[path] == nil { order.append(path) }
      last[path] = (last[path]?.old ?? change.old, change)
    }
    return order.compactMap { path in
      guard let (old, change) = last[path], old != change.new,
        // Values that have changed by themselves since, as at the end of a load, are not goals. Neither are times.
        change.place.value == change.new, let condition = condition(change),
        Recorder.Step.steady(condition) == condition
      else { return nil }
      let shown = steps.last?.masked(condition) ?? condition
      return "- [ ] `\(path)` has the right value: `\(shown)`"
    }
  }

  /// Returns the condition that is true after a change; `nil` if its value cannot be written.
  private static func condition(_ change: Timeline.Change) -> String? {
    let path = change.place.path
    switch change.new {
    case .bool(let isTrue): return isTrue ? path : "!\(path)"
    case .object: return nil
    case .string(let name) where change.place.isChoice: return "\(path) == .\(name)"
    case let value: return value.literal.contains("`") ? nil : "\(path) == \(value.literal)"
    }
  }
}

extension Timeline.Place {
  /// Whether the values are cases of an enumeration.
  fileprivate var isChoice: Bool {
    guard case .member(_, let member) = target else { return false }
    return switch member.type {
    case .choice, .named: true
    default: false
    }
  }
}
