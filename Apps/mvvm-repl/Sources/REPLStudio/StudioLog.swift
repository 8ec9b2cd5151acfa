import REPLKit
import ViewModels

/// The newest entries and records of a conversation, for browsers that come and go.
///
/// Records are kept as they are and become text when a browser is sent them.
@MainActor
final class StudioLog {
  private struct Item {
    let id: Int
    let cause: Int?
    let time: Double
    let from: StudioRecord.Origin
    var content: Content
  }

  private enum Content {
    case entry(String)
    case record(Record)
  }

  /// The number of items that are kept at least, once there were as many; twice as many are never reached.
  static let limit = 500
  /// The number of characters of a text that are sent.
  static let longestText = 20_000

  private var items: [Item] = []
  private(set) var last = 0
  /// The entry that runs.
  private(set) var entry: (id: Int, text: String, from: StudioRecord.Origin)?
  /// The entries by the numbers of the statements that were seen in them.
  private var entries: [Int: Int] = [:]

  /// Takes note of an entry that begins.
  func begin(_ text: String, from origin: StudioRecord.Origin, at time: Duration) {
    append(.entry(text), cause: nil, from: origin, at: time)
    entry = (last, text, origin)
  }

  /// Takes note of its end.
  func end() { entry = nil }

  /// Takes note of a record, which follows from a statement if one is known, and from what woke its work.
  func take(
    _ record: Record, from statement: Session.Origin?, wokenBy wake: Wake?, at time: Duration
  ) {
    if let statement, let entry, entries[statement.number] == nil {
      entries[statement.number] = entry.id
    }
    let cause = statement.flatMap { entries[$0.number] }
    let isNow = entry.map { $0.id == cause || statement == nil } ?? false
    let origin = isNow ? entry?.from ?? .later : .later
    append(
      .record(record), cause: cause ?? (isNow ? entry?.id : nil),
      from: wake.map(StudioRecord.Origin.init) ?? origin, at: time)
  }

  private func append(
    _ content: Content, cause: Int?, from origin: StudioRecord.Origin, at time: Duration
  ) {
    last += 1
    let seconds = (time / .milliseconds(1)).rounded() / 1_000
    items.append(Item(id: last, cause: cause, time: seconds, from: origin, content: content))
    // Half at once, so that an item costs the same however many are kept.
    guard items.count == 2 * Self.limit else { return }
    items.removeFirst(Self.limit)
    if entries.count > Self.limit {
      let first = items[0].id
      entries = entries.filter { $0.value >= first }
    }
  }

  /// The records behind one that a browser has, as many as one turn takes, and how many were dropped in between.
  func records(
    after seen: Int, most count: Int, in language: HelpLanguage
  ) -> (lost: Int, records: [StudioRecord]) {
    guard seen < last else { return (0, []) }
    let first = items.first?.id ?? last + 1
    let text = TextRenderer(style: .plain, language: language)
    let json = JSONRenderer(language: language)
    let new = items.drop { $0.id <= seen }.prefix(count).map { item in
      switch item.content {
      case .entry(let entry): Self.record(item, entry, nil)
      case .record(let record): Self.record(item, text.text(record), json.object(record))
      }
    }
    return (max(0, first - max(0, seen) - 1), new)
  }

  /// Takes secrets out of the entries.
  ///
  /// - Returns: The entries that have become others.
  func conceal(_ redact: (String) -> String) -> [StudioRecord] {
    if let entry { self.entry?.text = redact(entry.text) }
    return items.indices.compactMap { index in
      guard case .entry(let text) = items[index].content else { return nil }
      let shown = redact(text)
      guard shown != text else { return nil }
      items[index].content = .entry(shown)
      return Self.record(items[index], shown, nil)
    }
  }

  private static func record(
    _ item: Item, _ text: String, _ content: DynamicValue?
  ) -> StudioRecord {
    let isLong = text.count > longestText
    return StudioRecord(
      id: item.id, isEntry: content == nil, cause: item.cause, time: item.time, from: item.from,
      text: isLong ? text.prefix(longestText) + "…" : text, content: isLong ? nil : content)
  }
}
