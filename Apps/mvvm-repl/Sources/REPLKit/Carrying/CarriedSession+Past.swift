import Bindings
import ViewModels

// The history of a session: the undo history, the numbered results, and the recording.

extension CarriedSession {
  /// The undo history, one entry for each statement.
  struct Changes: Codable {
    var entries: [Entry] = []
    /// The number of entries in effect; the entries after them can be redone.
    var position = 0
    /// The number of all entries so far, including dropped ones.
    var count = 0
  }

  struct Entry: Codable {
    var number: Int
    var text: String
    var changes: [Change]
    /// The paths of other values that the statement changed and that cannot be restored.
    var others: [String]
  }

  struct Change: Codable {
    var path: String
    var old: CarriedValue
    var new: CarriedValue
  }

  struct Results: Codable {
    var kept: [Numbered]
    /// The number of all results so far.
    var count: Int
  }

  struct Numbered: Codable {
    var number: Int
    var result: Result
    /// The names and results from which the result was computed.
    var sources: Set<String>
  }

  enum Result: Codable {
    case value(CarriedValue, type: String, isSecret: Bool)
    case viewModel(path: String)
    case nothing
  }

  struct Recording: Codable {
    var steps: [Step]
    /// The number of the current workspace.
    var desk: Int
    var written: [String: String]
    var states: [Int: Recorder.State]
  }

  struct Step: Codable {
    var text: String
    var shown: String
    var secrets: [String]
    var isConcealed: Bool
    var language: String
    var clock: SessionClock.Mode
    var desk: Int
    var isInterrupted: Bool
    var said: [Said]
    var changes: [Change]
    var underway: Set<String>
    /// The statement that must wait before this step in a file; nil in snapshots of programs that did not record it.
    var waiting: String?
  }

  struct Said: Codable {
    var lines: [String]
    var isValue: Bool
    /// Whether the lines show all members of a view-model; nil in snapshots of programs that did not record it.
    var isViewModel: Bool?
  }
}

// MARK: - Giving

extension CarriedSession.Changes {
  @MainActor
  init(_ timeline: Timeline) {
    entries = timeline.entries.map { entry in
      CarriedSession.Entry(
        number: entry.number, text: entry.text,
        changes: entry.changes.map(CarriedSession.Change.init), others: entry.others)
    }
    (position, count) = (timeline.position, timeline.count)
  }
}

extension CarriedSession.Change {
  fileprivate init(_ change: Timeline.Change) {
    self.init(
      path: change.place.path, old: CarriedValue(change.old), new: CarriedValue(change.new))
  }
}

extension SessionGiving {
  /// The results; a view-model is stored as a path that leads to it.
  mutating func carried(
    _ results: Results, _ paths: [ObjectIdentifier: String]
  ) -> CarriedSession.Results {
    let kept = results.numbered.map { kept in
      CarriedSession.Numbered(
        number: kept.number, result: carried(kept.operand, kept.number, paths),
        sources: kept.sources)
    }
    return CarriedSession.Results(kept: kept, count: results.count)
  }

  private mutating func carried(
    _ operand: Operand, _ number: Int, _ paths: [ObjectIdentifier: String]
  ) -> CarriedSession.Result {
    switch operand {
    case .value(let value, let type):
      return .value(CarriedValue(value), type: "\(type)", isSecret: false)
    case .secret(let value, let type):
      return .value(CarriedValue(value), type: "\(type)", isSecret: true)
    case .viewModel(let viewModel):
      if let path = paths[ObjectIdentifier(viewModel)] { return .viewModel(path: path) }
      end(Results.name(number), .unnamed)
      return .nothing
    case .nothing: return .nothing
    }
  }
}

extension Recorder {
  /// The recording as a value, without the workspace of a talk, because a talk does not continue.
  func carried(at own: Int?) -> CarriedSession.Recording {
    let talk = own == nil ? nil : desk
    return CarriedSession.Recording(
      steps: steps.filter { $0.desk != talk }.map { step in
        CarriedSession.Step(
          text: step.text, shown: step.shown, secrets: step.allSecrets,
          isConcealed: step.isConcealed, language: step.language.rawValue, clock: step.clockMode,
          desk: step.desk, isInterrupted: step.isInterrupted,
          said: step.said.map {
            CarriedSession.Said(lines: $0.lines, isValue: $0.isValue, isViewModel: $0.isViewModel)
          },
          changes: step.changes.map(CarriedSession.Change.init), underway: step.underway,
          waiting: step.waiting)
      }, desk: own ?? desk, written: written, states: states.filter { $0.key != talk })
  }
}

// MARK: - Taking

extension Timeline {
  /// Restores the undo history, without changes of places that do not exist here.
  mutating func take(_ carried: CarriedSession.Changes) {
    let nodes = nodes
    var (entries, position) = ([Entry](), 0)
    for (index, entry) in carried.entries.enumerated() {
      let changes = entry.changes.compactMap { change(of: $0, nodes) }
      guard !changes.isEmpty || !entry.others.isEmpty else { continue }
      entries.append(
        Entry(
          number: entry.number, text: entry.text, mark: nil, changes: changes,
          others: entry.others))
      if index < carried.position { position += 1 }
    }
    goOn(with: entries, position: position, count: carried.count)
  }

  /// The known nodes, by path.
  var nodes: [String: Node] {
    Dictionary(known.map { ($0.value.place.path, $0.key) }, uniquingKeysWith: { $1 })
  }

  /// The change, if its place exists here.
  fileprivate func change(
    of carried: CarriedSession.Change, _ nodes: [String: Node]
  ) -> Change? {
    guard let node = nodes[carried.path], let place = known[node]?.place else { return nil }
    return Change(node: node, place: place, old: carried.old.value, new: carried.new.value)
  }
}

extension SessionTaking {
  func take(_ results: CarriedSession.Results) {
    let kept = results.kept.map {
      Results.Numbered(number: $0.number, operand: operand(of: $0.result), sources: $0.sources)
    }
    evaluator.results.goOn(with: kept, count: results.count)
  }

  private func operand(of result: CarriedSession.Result) -> Operand {
    switch result {
    case .value(let carried, let text, let isSecret):
      let value = carried.value
      let type = (try? scope.declaredType(text)) ?? value.type
      return isSecret ? .secret(value, type) : .value(value, type)
    case .viewModel(let path):
      return evaluator.viewModel(at: path).map { .viewModel($0) } ?? .nothing
    case .nothing: return .nothing
    }
  }

  func take(_ recording: CarriedSession.Recording) {
    let (recorder, timeline) = (voice.recorder, chronicle.timeline)
    let nodes = timeline.nodes
    recorder.steps = recording.steps.map { step in
      Recorder.Step(
        text: step.text, shown: step.shown, secrets: step.secrets, isConcealed: step.isConcealed,
        language: HelpLanguage(rawValue: step.language) ?? .english, clockMode: step.clock,
        desk: step.desk, isInterrupted: step.isInterrupted, isOfEarlierProgram: true,
        said: step.said.map {
          .carried($0.lines, isValue: $0.isValue, isViewModel: $0.isViewModel ?? false)
        },
        changes: step.changes.compactMap { timeline.change(of: $0, nodes) },
        waiting: step.waiting, underway: step.underway)
    }
    recorder.goOn(at: recording.desk)
    (recorder.written, recorder.states) = (recording.written, recording.states)
  }
}
