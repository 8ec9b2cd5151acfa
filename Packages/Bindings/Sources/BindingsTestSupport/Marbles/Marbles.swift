/// A time line written as text, in the syntax of RxJS.
///
/// ```swift
/// let marbles = try Marbles("-a-(bc) 500ms d|")
/// ```
/// - `-` is a frame in which nothing happens; spaces align and mean nothing.
/// - A letter or digit is a value; it takes one frame.
/// - `|` is the end, `#` a failure.
/// - `(bc)` are events of one moment, that of the parenthesis; the group takes as many frames as it has
///   characters.
/// - `500ms`, `1.5s` and `2m`, between spaces, let that time pass.
/// - `^` is where an observation begins and `!` where it is cancelled; in the line of a hot signal `^` is
///   the start of the test.
public struct Marbles: Hashable, Sendable {
  /// What happens at a moment.
  public enum Event: Hashable, Sendable {
    /// A value, by its letter.
    case value(Character)
    /// A failure.
    case failure
    /// The end.
    case end
    /// An observation begins.
    case subscription
    /// An observation is cancelled.
    case cancellation
  }

  /// An event and when it comes.
  public struct Moment: Hashable, Sendable {
    /// The time since the start of the line.
    public let time: Duration
    /// What happens then.
    public let event: Event
  }

  /// What happens, in order.
  public let moments: [Moment]

  /// Reads a time line.
  ///
  /// - Parameters:
  ///   - text: The line.
  ///   - frame: How long one character takes.
  /// - Throws: ``MarbleError`` that shows the place.
  public init(_ text: String, frame: Duration = .milliseconds(1)) throws(MarbleError) {
    var reader = MarbleReader(text: text, frame: frame)
    moments = try reader.read()
  }
}

/// What is wrong with a time line.
public struct MarbleError: Error, Hashable, CustomStringConvertible {
  /// What was wrong and how to mend it, with the line.
  public let message: String

  /// The message.
  public var description: String { message }
}

/// Goes along a time line, character by character.
private struct MarbleReader {
  let text: String
  let frame: Duration
  private var characters: [Character]
  private var index = 0
  private var time = Duration.zero
  private var groupStart: Duration?
  private var moments: [Marbles.Moment] = []

  init(text: String, frame: Duration) {
    self.text = text
    self.frame = frame
    characters = Array(text)
  }

  mutating func read() throws(MarbleError) -> [Marbles.Moment] {
    while index < characters.count {
      if let (duration, length) = progression() {
        guard groupStart == nil else { throw error("time cannot pass inside a group") }
        time += duration
        index += length
      } else {
        try step(characters[index])
        index += 1
      }
    }
    guard groupStart == nil else { throw error("the group is not closed; add ')'") }
    return moments
  }

  private mutating func step(_ character: Character) throws(MarbleError) {
    switch character {
    case " ": return
    case "-":
      guard groupStart == nil else { throw error("time cannot pass inside a group") }
    case "(":
      guard groupStart == nil else { throw error("a group cannot be inside a group") }
      groupStart = time
    case ")":
      guard groupStart != nil else { throw error("no group is open here") }
      groupStart = nil
    case "|": try add(.end)
    case "#": try add(.failure)
    case "^": try add(.subscription)
    case "!": try add(.cancellation)
    default:
      guard character.isLetter || character.isNumber else {
        throw error("'\(character)' means nothing here; a value is a letter or a digit")
      }
      try add(.value(character))
    }
    time += frame
  }

  private mutating func add(_ event: Marbles.Event) throws(MarbleError) {
    if moments.last?.event == .end { throw error("nothing can come after the end") }
    moments.append(Marbles.Moment(time: groupStart ?? time, event: event))
  }

  /// The time that passes by an entry such as `500ms` here, and how many characters it has.
  private func progression() -> (Duration, Int)? {
    guard characters[index].isNumber, index == 0 || characters[index - 1] == " " else { return nil }
    let entry = String(characters[index...].prefix { $0 != " " })
    for (unit, milliseconds) in [("ms", 1.0), ("s", 1000.0), ("m", 60_000.0)]
    where entry.hasSuffix(unit) {
      guard let count = Double(entry.dropLast(unit.count)) else { continue }
      return (.microseconds(Int64((count * milliseconds * 1000).rounded())), entry.count)
    }
    return nil
  }

  private func error(_ reason: String) -> MarbleError {
    let column = min(index, max(characters.count - 1, 0))
    let pointer = String(repeating: " ", count: column) + "^"
    return MarbleError(message: "\(reason)\n\(text)\n\(pointer)")
  }
}
