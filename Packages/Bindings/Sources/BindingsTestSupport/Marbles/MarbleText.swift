/// Writes events as a time line.
struct MarbleText {
  let frame: Duration

  /// The line for `marks`, which are ordered by time; a list of moments when no line can say it.
  func line(_ marks: [(time: Duration, mark: Character)]) -> String {
    var text = ""
    var cursor = Duration.zero
    var rest = marks[...]
    while let first = rest.first {
      let group = rest.prefix { $0.time == first.time }
      rest = rest.dropFirst(group.count)
      guard let gap = gap(first.time - cursor, after: text) else { return list(marks) }
      text += gap
      if group.count == 1 {
        text.append(first.mark)
        cursor = first.time + frame
      } else {
        text += "(" + String(group.map(\.mark)) + ")"
        cursor = first.time + frame * (group.count + 2)
      }
    }
    return text.isEmpty ? "(nothing)" : text
  }

  /// The text for `duration` of silence; nil when there is none, as within the space of a group.
  private func gap(_ duration: Duration, after text: String) -> String? {
    guard duration >= .zero else { return nil }
    let frames = Int((duration / frame).rounded())
    if frame * frames == duration, frames <= 20 { return String(repeating: "-", count: frames) }
    let microseconds = Int64((duration / .microseconds(1)).rounded())
    let count =
      microseconds.isMultiple(of: 1000)
      ? "\(microseconds / 1000)" : "\(Double(microseconds) / 1000)"
    return (text.isEmpty ? "" : " ") + "\(count)ms "
  }

  private func list(_ marks: [(time: Duration, mark: Character)]) -> String {
    marks.map { "\($0.mark) at \(MarbleText.describe($0.time))" }.joined(separator: ", ")
  }

  static func describe(_ time: Duration) -> String {
    let milliseconds = time / .milliseconds(1)
    let whole = milliseconds.rounded()
    return whole == milliseconds ? "\(Int(whole))ms" : "\(milliseconds)ms"
  }
}

/// Which letters stand for which values.
@MainActor
struct MarbleLetters<Value> {
  private var known: [(letter: Character, value: Value)]
  private let areEqual: @MainActor (Value, Value) -> Bool
  /// The letters that this gave out or was given and used.
  private(set) var used: [(letter: Character, value: Value)] = []

  init(_ values: [Character: Value], _ areEqual: @escaping @MainActor (Value, Value) -> Bool) {
    known = values.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    self.areEqual = areEqual
  }

  /// The value of a letter in a line: what it was given, or what it says by itself.
  func value(of letter: Character) -> Value? {
    if let entry = known.first(where: { $0.letter == letter }) { return entry.value }
    if let own = String(letter) as? Value { return own }
    if let own = letter as? Value { return own }
    if let own = letter.wholeNumberValue as? Value { return own }
    return () as? Value
  }

  /// The letter for a value, a new one if need be.
  mutating func letter(for value: Value) -> Character {
    if let entry = used.first(where: { areEqual($0.value, value) }) { return entry.letter }
    let letter = newLetter(for: value)
    used.append((letter, value))
    return letter
  }

  private func newLetter(for value: Value) -> Character {
    if let entry = known.first(where: { areEqual($0.value, value) }) { return entry.letter }
    let text = String(describing: value)
    if text.count == 1, let own = text.first, own.isLetter || own.isNumber, isFree(own) {
      return own
    }
    return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".first { isFree($0) } ?? "?"
  }

  private func isFree(_ letter: Character) -> Bool {
    !known.contains { $0.letter == letter } && !used.contains { $0.letter == letter }
  }

  /// What the letters stand for that do not say it themselves.
  var legend: String {
    used.filter { String($0.letter) != String(describing: $0.value) }
      .sorted { $0.letter < $1.letter }.map { "\($0.letter) = \($0.value)" }.joined(separator: ", ")
  }
}
