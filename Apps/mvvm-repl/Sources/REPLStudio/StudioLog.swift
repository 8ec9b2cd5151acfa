import REPLKit
import ViewModels

/// The newest entries and records of a conversation, for browsers that connect later.
///
/// Records are stored unchanged, and are converted to text when they are sent.
@MainActor
final class StudioLog {
  private struct Item {
    let id: Int
    let cause: Int?
    let time: Double
    let from: StudioRecord.Origin
    /// The language at the time of the item.
    let language: HelpLanguage
    var content: Content
  }

  private enum Content {
    case entry(String)
    case record(Record)
  }

  /// The minimum number of items that are kept; at twice the number, the older half is removed.
  static let limit = 500
  /// The maximum number of characters of a text that are sent.
  static let longestText = 20_000

  private static let texts = Dictionary(
    uniqueKeysWithValues: HelpLanguage.allCases.map {
      ($0, TextRenderer(style: .plain, language: $0))
    })
  private static let objects = Dictionary(
    uniqueKeysWithValues: HelpLanguage.allCases.map { ($0, JSONRenderer(language: $0)) })

  private var items: [Item] = []
  private(set) var last = 0
  /// The running entry.
  private(set) var entry: (id: Int, text: String, from: StudioRecord.Origin)?
  /// The entries by the numbers of their statements.
  private var entries: [Int: Int] = [:]

  /// Records that an entry begins.
  func begin(
    _ text: String, from origin: StudioRecord.Origin, at time: Duration, in language: HelpLanguage
  ) {
    append(.entry(text), cause: nil, from: origin, at: time, in: language)
    entry = (last, text, origin)
  }

  /// Records that the running entry has ended.
  func end() { entry = nil }

  /// Adds a record, with its causing statement, if known, and the event that resumed its work.
  func take(
    _ record: Record, from statement: Session.Origin?, wokenBy wake: Wake?, at time: Duration,
    in language: HelpLanguage
  ) {
    if let statement, let entry, entries[statement.number] == nil {
      entries[statement.number] = entry.id
    }
    let cause = statement.flatMap { entries[$0.number] }
    let isNow = entry.map { $0.id == cause || statement == nil } ?? false
    let origin = isNow ? entry?.from ?? .later : .later
    append(
      .record(record), cause: cause ?? (isNow ? entry?.id : nil),
      from: wake.map(StudioRecord.Origin.init) ?? origin, at: time, in: language)
  }

  private func append(
    _ content: Content, cause: Int?, from origin: StudioRecord.Origin, at time: Duration,
    in language: HelpLanguage
  ) {
    last += 1
    let seconds = (time / .milliseconds(1)).rounded() / 1_000
    items.append(
      Item(
        id: last, cause: cause, time: seconds, from: origin, language: language, content: content))
    // Half of the items are removed at once, so that the cost for each item is constant.
    guard items.count == 2 * Self.limit else { return }
    items.removeFirst(Self.limit)
    if entries.count > Self.limit {
      let first = items[0].id
      entries = entries.filter { $0.value >= first }
    }
  }

  /// Returns the next records after a seen one, at most `count`, and the number of records lost in between.
  ///
  /// `masked` masks the texts that have become secret since they were recorded.
  func records(
    after seen: Int, most count: Int, _ masked: (String) -> String
  ) -> (lost: Int, records: [StudioRecord]) {
    guard seen < last else { return (0, []) }
    let first = items.first?.id ?? last + 1
    let new = items.drop { $0.id <= seen }.prefix(count).map { item in
      switch item.content {
      case .entry(let entry): Self.record(item, TextRenderer.printable(entry), nil)
      case .record(let record):
        Self.record(
          item, masked(Self.texts[item.language]?.text(record) ?? ""),
          Self.objects[item.language]?.object(record).mappingTexts(masked))
      }
    }
    return (max(0, first - max(0, seen) - 1), new)
  }

  /// Removes secrets from the entries.
  ///
  /// - Returns: Whether an entry has changed.
  func conceal(_ redact: (String) -> String) -> Bool {
    if let entry { self.entry?.text = redact(entry.text) }
    var hasChanged = false
    for index in items.indices {
      guard case .entry(let text) = items[index].content else { continue }
      let shown = redact(text)
      guard shown != text else { continue }
      items[index].content = .entry(shown)
      hasChanged = true
    }
    return hasChanged
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

extension DynamicValue {
  /// Returns the value with all texts in it changed.
  fileprivate func mappingTexts(_ change: (String) -> String) -> DynamicValue {
    switch self {
    case .string(let text): .string(change(text))
    case .array(let elements): .array(elements.map { $0.mappingTexts(change) })
    case .object(let members): .object(members.mapValues { $0.mappingTexts(change) })
    default: self
    }
  }
}
