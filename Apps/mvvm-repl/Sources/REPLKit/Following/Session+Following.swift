import Bindings
import ViewModels

/// What somebody who follows a session sees of it beside what it says.
extension Session {
  /// Hears all that is told, in order, behind the one who was named when the session was made; `nil` for nobody.
  public var onTell: (@MainActor (Record) -> Void)? {
    get { voice.onTell }
    set { voice.onTell = newValue }
  }

  /// Called when something has turned out to be a secret.
  ///
  /// It is told whether that is new, and what makes of an entry one that may be shown. What was told before is to be shown through ``masked(_:)``.
  public var onConceal: (@MainActor (_ isNew: Bool, _ redact: (String) -> String) -> Void)? {
    get { voice.onConceal }
    set { voice.onConceal = newValue }
  }

  /// An entry as it may be kept and shown, without what is typed into secret places or is known as a secret; empty when
  /// nothing of it may be.
  public func redacted(_ entry: ParsedText) -> String { scope.redaction.redacted(entry) }

  /// A text without what has turned out to be a secret since it was told.
  public func masked(_ text: String) -> String { scope.masked(text) }

  /// Called for everything that happens in the session's graph, in the midst of it: it may only take note of that.
  public var onActivity: (@MainActor () -> Void)? {
    get { chronicle.writes.onRecord }
    set { chronicle.writes.onRecord = newValue }
  }

  /// A view-model that has a name.
  public struct NamedViewModel: Sendable, Hashable, Codable {
    /// The name.
    public let name: String
    /// The name of its type.
    public let type: String
    /// Whether it is the host's, and no person's.
    public let isOfHost: Bool
    /// Whether it is seen, of a page; `nil` of what neither appears nor is covered.
    public let isShown: Bool?
  }

  /// The view-models that have a name, those of a person first, by name.
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
    /// The values that it has changed, each with its path.
    public let changes: [String]
  }

  /// The newest statements of the timeline, and how many of them are in effect; those behind can be done again.
  ///
  /// - Parameter limit: The number of statements.
  /// - Returns: The steps, the oldest first; `position` is negative where the present lies before all of them.
  public func timeline(newest limit: Int) -> (steps: [TimelineStep], position: Int) {
    let entries = chronicle.timeline.entries.suffix(limit)
    let left = chronicle.timeline.entries.count - entries.count
    return (
      entries.map { entry in
        TimelineStep(
          number: entry.number, text: TextRenderer.printable(masked(entry.text)),
          changes: (entry.changes.map { "\($0.place.path)  \(masked($0.text))" } + entry.others)
            .map(TextRenderer.printable))
      }, chronicle.timeline.position - left
    )
  }

  /// The lines of `:marbles`; a sentence when the paths are wrong, or nothing has happened to them yet.
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
