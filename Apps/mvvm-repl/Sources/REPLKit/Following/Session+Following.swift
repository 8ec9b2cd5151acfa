import Bindings
import ViewModels

/// The state of a session for a follower, in addition to the records that the session emits.
extension Session {
  /// Receives all records, in order, after the listener from the session's initializer; `nil` for no second listener.
  public var onTell: (@MainActor (Record) -> Void)? {
    get { voice.onTell }
    set { voice.onTell = newValue }
  }

  /// Called when a value has turned out to be a secret.
  ///
  /// The arguments say whether the secret is new, and how to redact an entry for display. Show earlier records through
  /// ``masked(_:)``.
  public var onConceal: (@MainActor (_ isNew: Bool, _ redact: (String) -> String) -> Void)? {
    get { voice.onConceal }
    set { voice.onConceal = newValue }
  }

  /// Returns an entry without typed and known secrets, for storage and display; empty when nothing of it may be shown.
  public func redacted(_ entry: ParsedText) -> String { scope.redaction.redacted(entry) }

  /// Returns a text without the values that have turned out to be secrets since the text was emitted.
  public func masked(_ text: String) -> String { scope.masked(text) }

  /// Returns a text without all known secrets, also those that a person may see, as it may stay in a file.
  public func maskedForFiles(_ text: String) -> String {
    scope.concealed.masked(scope.givenAway.maskedTyped(text))
  }

  /// Whether a tool command, such as `:help`, has the name.
  public func hasToolCommand(_ name: String) -> Bool { host.words[name] != nil }

  /// Called for each record of the session's graph, while the graph is working; the callback may only note the event.
  public var onActivity: (@MainActor () -> Void)? {
    get { chronicle.writes.onRecord }
    set { chronicle.writes.onRecord = newValue }
  }

  /// A named view-model.
  public struct NamedViewModel: Sendable, Hashable, Codable {
    /// The name.
    public let name: String
    /// The name of its type.
    public let type: String
    /// Whether the host has given the name, and not a person.
    public let isOfHost: Bool
    /// Whether the page is visible; `nil` for a view-model without a life cycle.
    public let isShown: Bool?
  }

  /// The named view-models, those of a person first, sorted by name.
  ///
  /// - Complexity: O(*n* log *n*) in the names.
  public var namedViewModels: [NamedViewModel] {
    scope.variables.compactMap { name, variable in
      variable.viewModel.map {
        NamedViewModel(
          name: name, type: type(of: $0).schema.typeName,
          isOfHost: scope.hostNames.contains(name), isShown: ($0 as? LifecycleViewModel)?.isActive)
      }
    }.sorted { ($0.isOfHost ? 1 : 0, $0.name) < ($1.isOfHost ? 1 : 0, $1.name) }
  }

  /// A statement of the timeline.
  public struct TimelineStep: Sendable, Hashable, Codable {
    /// The number, as `:goto #3` takes it.
    public let number: Int
    /// The statement.
    public let text: String
    /// The changed values, each with its path.
    public let changes: [String]
  }

  /// A part of the timeline around the present.
  public struct TimelinePart: Sendable, Hashable {
    /// The statements, the oldest first.
    public let steps: [TimelineStep]
    /// How many of the statements are in effect; the others can be redone.
    public let position: Int
    /// The number of the statement before the first one; `nil` if there is none.
    public let before: Int?
    /// How many statements follow the last one.
    public let later: Int
  }

  /// The statements of the timeline around the present: half of them before it, if there are enough after it.
  ///
  /// - Parameter limit: The number of statements.
  /// - Returns: The part of the timeline.
  public func timeline(most limit: Int) -> TimelinePart {
    let (entries, position) = (chronicle.timeline.entries, chronicle.timeline.position)
    let first = max(0, min(position - limit / 2, entries.count - limit))
    let part = entries.dropFirst(first).prefix(limit)
    return TimelinePart(
      steps: part.map { entry in
        TimelineStep(
          number: entry.number, text: TextRenderer.printable(masked(entry.text)),
          changes: (entry.changes.map { "\($0.place.path)  \(masked($0.text))" } + entry.others)
            .map(TextRenderer.printable))
      }, position: position - first, before: first > 0 ? entries[first - 1].number : nil,
      later: entries.count - first - part.count)
  }

  /// Returns the lines of `:marbles`; a message when a path is wrong, or nothing has happened to the paths yet.
  public func marbles(of paths: String) -> [String] {
    graph.run {
      do throws(Diagnostic) {
        let diagram = try chronicle.marbles(paths)
        return diagram.emptiness.map { [$0.text(in: language)] } ?? diagram.lines()
      } catch {
        return [masked(error.message.text(in: language))]
      }
    }
  }
}
