/// A step from one version of a list to the next.
@usableFromInline
enum ListTransition<Element: Identifiable> {
  /// The changes.
  case changes(ListChanges<Element>)
  /// Both versions, because most rows were written; rebuilding everything is then quicker than following
  /// each change.
  case rewrite(ListRewrite<Element>)

  /// The number of rows that the step keeps alive; at least the number of runs.
  @inlinable var size: Int {
    switch self {
    case .changes(let changes): max(changes.writes, changes.provenance.pieces.count)
    case .rewrite(let rewrite): rewrite.old.count + rewrite.new.count
    }
  }

  @inlinable var isEmpty: Bool {
    if case .changes(let changes) = self { changes.isEmpty } else { false }
  }

  /// The changes; computed by comparing the versions if they are not known.
  @inlinable var changes: ListChanges<Element> {
    switch self {
    case .changes(let changes): changes
    case .rewrite(let rewrite): rewrite.changes
    }
  }

  /// Composes this step with the next step.
  @inlinable
  func then(_ next: ListTransition, _ traits: ListTraits<Element>) -> ListTransition {
    if case .rewrite(let first) = self, case .rewrite(let last) = next {
      return .rewrite(
        ListRewrite(
          from: first.old, to: last.new, traits, animation: last.animation ?? first.animation))
    }
    return .changes(changes.then(next.changes, areEqual: traits.areEqual))
  }
}

/// Two versions of a list; the changes between them are computed at the first request and shared by all readers.
@usableFromInline
final class ListRewrite<Element: Identifiable> {
  @usableFromInline let old: [Element]
  @usableFromInline let new: [Element]
  @usableFromInline let animation: ListAnimation?
  @usableFromInline let traits: ListTraits<Element>
  @usableFromInline var known: ListChanges<Element>?

  @inlinable
  init(
    from old: [Element], to new: [Element], _ traits: ListTraits<Element>,
    known: ListChanges<Element>? = nil, animation: ListAnimation?
  ) {
    self.old = old
    self.new = new
    self.animation = animation
    self.traits = traits
    self.known = known
  }

  @inlinable var changes: ListChanges<Element> {
    var changes = known ?? traits.changes(old, new)
    changes.animation = animation
    known = changes
    return changes
  }
}
