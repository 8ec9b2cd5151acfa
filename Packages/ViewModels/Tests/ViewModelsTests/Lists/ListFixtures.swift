import Bindings
import BindingsTestSupport
import Testing
import ViewModels

/// A list with the strict view that every batch must please, and its log.
@MainActor
final class WatchedList {
  let list: ListViewModel
  private(set) var log: [String] = []
  private(set) var refusals: [String] = []
  private(set) var probe = SectionProbe<ListGroup, ListRow>()
  private var token: Subscription?

  init(_ list: ListViewModel = ListViewModel()) {
    self.list = list
    token = list.content.observeChanges { [weak self] update in self?.show(update) }
  }

  private func show(_ update: ListViewUpdate) {
    do { try probe.show(update) } catch { refusals.append(error.message) }
    if let changes = update.changes { log.append(changes.text) }
  }

  /// The rows of the list, as texts by section.
  var texts: [[String]] {
    list.sections.map { $0.cells.map { ($0 as? TextCell)?.text ?? "?" } }
  }

  /// The rows on the strict view, in the same form.
  var shown: [[String]] {
    probe.sections.map { $0.rows.map { ($0.cell as? TextCell)?.text ?? "?" } }
  }

  /// The log since the last call.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }
}

extension SectionChanges {
  /// The batch as text, such as `- rows 0.1, + rows 0.1 0.2 left`.
  fileprivate var text: String {
    let parts = [
      ("- sections", sections.removed.ranges.joined().map { "\($0)" }),
      ("+ sections", sections.inserted.ranges.joined().map { "\($0)" }),
      ("> sections", sections.moved.map { "\($0.from)→\($0.to)" }),
      ("~ sections", sections.updated.map { "\($0.to)" }),
      ("- rows", removed.map { "\($0.path)" }), ("+ rows", inserted.map { "\($0.path)" }),
      ("> rows", moved.filter { $0.from != $0.to }.map { "\($0.from)→\($0.to)" }),
      ("~ rows", updated.map { "\($0.to)" }),
    ]
    let texts = parts.filter { !$1.isEmpty }.map { "\($0) \($1.joined(separator: " "))" }
    return texts.joined(separator: ", ") + (animation.map { " \($0.rawValue)" } ?? "")
  }
}

@MainActor
func cells(_ texts: String...) -> [TextCell] { texts.map { TextCell($0) } }

/// Expects that a call throws a `ViewModelError` of a code, and that it says something.
@MainActor
func expectError(
  _ code: ViewModelError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @MainActor () throws -> Void
) {
  let error = #expect(throws: ViewModelError.self, sourceLocation: sourceLocation) { try body() }
  #expect(error?.code == code, sourceLocation: sourceLocation)
  #expect(error?.message.isEmpty == false, sourceLocation: sourceLocation)
}

/// Random numbers from a seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
