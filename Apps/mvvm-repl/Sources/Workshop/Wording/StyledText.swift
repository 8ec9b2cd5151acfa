/// Text with a role for each run: what a label shows, without saying how a screen paints it.
///
/// The renderer decides what a role looks like: escape codes in a terminal, nothing in a pipe.
///
/// ```swift
/// let price = StyledText("¥", .secondary) + StyledText("48", .emphasis) + "起"
/// price.plain  // "¥48起"
/// ```
struct StyledText: Hashable, Sendable {
  /// What a run is for.
  enum Role: String, Hashable, Sendable, CaseIterable, Codable {
    case body
    case title
    /// What matters in the line.
    case emphasis
    /// What may be overlooked.
    case secondary
    /// A value that is right.
    case valid
    /// A value that is wrong.
    case invalid
    /// Something to follow.
    case link
  }

  /// A stretch of text in one role.
  struct Run: Hashable, Sendable, Codable {
    var text: String
    var role: Role

    init(_ text: String, _ role: Role = .body) {
      self.text = text
      self.role = role
    }
  }

  /// The runs in order: none is empty, and no two neighbours share a role.
  private(set) var runs: [Run]

  /// Makes a text of one role.
  init(_ text: String = "", _ role: Role = .body) {
    runs = text.isEmpty ? [] : [Run(text, role)]
  }

  /// Joins runs, merging neighbours of one role and leaving out empty ones.
  init(_ runs: some Sequence<Run>) {
    self.runs = []
    for run in runs { append(run) }
  }

  var plain: String { runs.map(\.text).joined() }

  /// Adds a run at the end.
  mutating func append(_ run: Run) {
    guard !run.text.isEmpty else { return }
    if let last = runs.last, last.role == run.role {
      runs[runs.count - 1].text += run.text
    } else {
      runs.append(run)
    }
  }

  /// Both texts, one behind the other.
  static func + (left: StyledText, right: StyledText) -> StyledText {
    StyledText(left.runs + right.runs)
  }
}

extension StyledText: ExpressibleByStringLiteral, CustomStringConvertible {
  init(stringLiteral value: String) { self.init(value) }
  var description: String { plain }
}

extension StyledText: Codable {
  /// Reads a string, or an array of runs.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.init(text)
    } else {
      self.init(try container.decode([Run].self))
    }
  }

  /// Writes a string when all is body text, else an array of runs.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if runs.allSatisfy({ $0.role == .body }) {
      try container.encode(plain)
    } else {
      try container.encode(runs)
    }
  }
}
