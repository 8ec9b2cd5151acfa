import ViewModels

/// A cache of the values that were last shown for each expression, so that changes can be marked.
///
/// The cache holds only the expressions that were added last, so it stays small in a long session.
struct LastShown {
  static let limit = 100
  /// The maximum length of a cached expression in UTF-8 bytes; users do not type longer expressions again.
  private static let longestText = 256

  private enum Shown {
    case viewModel(ObjectIdentifier, ViewModelSnapshot)
    case value(DynamicValue)
  }

  private var shown: [String: Shown] = [:]
  private var order: [String] = []

  /// Records a snapshot of a view-model; `isNew` means that the view-model has just got its name.
  ///
  /// - Returns: The snapshot, with marks on the rows that differ from its last snapshot; without marks if it is new.
  mutating func take(
    _ snapshot: ViewModelSnapshot, of viewModel: any ViewModel, as text: String, isNew: Bool = false
  ) -> ViewModelSnapshot {
    let id = ObjectIdentifier(viewModel)
    defer { keep(.viewModel(id, snapshot), as: text) }
    guard !isNew, case .viewModel(id, let last)? = shown[text] else { return snapshot }
    return snapshot.marked(since: last)
  }

  /// Records a value that has parts: an array or an object.
  ///
  /// - Returns: The differences from the last value, one per line.
  mutating func take(
    _ value: DynamicValue, as text: String, in language: HelpLanguage
  ) -> [String] {
    switch value {
    case .array, .object: break
    case .null, .bool, .int, .double, .string: return []
    }
    defer { keep(.value(value), as: text) }
    guard case .value(let last)? = shown[text] else { return [] }
    return ValueDifference.lines(from: last, to: value, in: language)
  }

  private mutating func keep(_ new: Shown, as text: String) {
    guard text.utf8.count <= Self.longestText else { return }
    if shown.updateValue(new, forKey: text) != nil { order.removeAll { $0 == text } }
    order.append(text)
    if order.count > Self.limit { shown[order.removeFirst()] = nil }
  }
}

extension ViewModelSnapshot {
  /// The snapshot with marks on the rows that differ from an earlier one.
  fileprivate func marked(since last: ViewModelSnapshot) -> ViewModelSnapshot {
    var snapshot = self
    for (index, (row, old)) in zip(rows, last.rows).enumerated() {
      let isOther = row.value != old.value || row.disabledReasons != old.disabledReasons
      if isOther {
        snapshot.rows[index].previous = Before(
          value: old.value, disabledReasons: old.disabledReasons)
      }
    }
    return snapshot
  }
}

enum ValueDifference {
  static let mostLines = 10
  /// The maximum length of arrays whose elements are aligned; longer arrays are compared index by index.
  private static let longestAligned = 200

  /// Returns one line for each difference: `~` changed, `+` added, `-` removed.
  static func lines(
    from old: DynamicValue, to new: DynamicValue, in language: HelpLanguage
  ) -> [String] {
    var lines: [String] = []
    compare(old, new, "", &lines)
    let more = lines.count - mostLines
    return more > 0 ? lines.prefix(mostLines) + [language.text(.moreDiffer(more))] : lines
  }

  private static func compare(
    _ old: DynamicValue?, _ new: DynamicValue?, _ path: String, _ lines: inout [String]
  ) {
    guard old != new else { return }
    switch (old, new) {
    case (.object(let olds)?, .object(let news)?):
      for key in Set(olds.keys).union(news.keys).sorted() {
        compare(olds[key], news[key], path.isEmpty ? key : "\(path).\(key)", &lines)
      }
    case (.array(let olds)?, .array(let news)?)
    where olds.count != news.count && max(olds.count, news.count) <= longestAligned:
      for change in news.difference(from: olds) {
        switch change {
        case .remove(let index, let element, _):
          lines.append("- \(path)[\(index)]  \("\(element)".clipped(to: 60))")
        case .insert(let index, let element, _):
          lines.append("+ \(path)[\(index)]  \("\(element)".clipped(to: 60))")
        }
      }
    case (.array(let olds)?, .array(let news)?):
      for index in 0..<max(olds.count, news.count) {
        compare(
          index < olds.count ? olds[index] : nil, index < news.count ? news[index] : nil,
          "\(path)[\(index)]", &lines)
      }
    case (let old?, let new?):
      lines.append("~ \(path)  \("\(new)".clipped(to: 60))  ⟵ \("\(old)".clipped(to: 60))")
    case (nil, let new?): lines.append("+ \(path)  \("\(new)".clipped(to: 60))")
    case (let old?, nil): lines.append("- \(path)  \("\(old)".clipped(to: 60))")
    case (nil, nil): break
    }
  }
}
