/// A record of an event in a graph, with its cause.
///
/// Records are made only while a ``Tracer`` is installed:
/// ```swift
/// let log = TraceLog(limit: 1000)
/// graph.tracer = log
/// count.value += 1
/// print(log.records.map(\.description))  // ["#1 write count: 0 -> 1"]
/// ```
/// Follow ``cause`` from record to record to find the root cause.
public struct TraceRecord: Identifiable, Sendable {
  /// A number that identifies a record within the process; ids grow with the start times of the events.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, from 1.
    public let number: Int

    init(_ number: Int) { self.number = number }

    /// The number as text, such as `#12`.
    public var description: String { "#\(number)" }

    /// Whether `lhs` began before `rhs`.
    public static func < (lhs: ID, rhs: ID) -> Bool { lhs.number < rhs.number }
  }

  /// The kinds of events.
  public enum Kind: String, Sendable, CaseIterable {
    /// An event outside of the graph, reported by ``Graph/mark(_:)``: the root of the following records.
    case mark
    /// A property took a new value.
    case write
    /// A property was given an equal value; no observer was notified.
    case equalWrite
    /// A computed was evaluated; ``TraceRecord/hasChanged`` says whether the value has changed.
    case recompute
    /// An observer ran.
    case observerRun
    /// A computed or an observer was about to run, but none of its dependencies has changed.
    case skip
    /// A signal's source sent an event.
    case signalEvent
    /// A signal's source sent an error, or a result that is a failure.
    case signalError
    /// An execution of a command was queued, because another one is running.
    case commandQueued
    /// A command's body began.
    case commandStart
    /// A command's body reported its progress.
    case commandProgress
    /// A command's body ended, or a queued execution was cancelled.
    case commandEnd
    /// A command rejected an execution.
    case commandRejected
    /// The graph reported a ``GraphIssue``.
    case issue
  }

  /// The identity of the record.
  public let id: ID
  /// The kind of event.
  public let kind: Kind
  /// The record that caused this one; nil for an event from outside without a mark.
  ///
  /// With several causes, it is the first one.
  public let cause: ID?
  /// The other causes of this record, in order; the newest 16.
  public internal(set) var otherCauses: [ID] = []
  /// The number of the outermost batch that contains the event; a write outside of any batch is a batch of its own.
  ///
  /// Nil for an event outside of any batch that does not concern values.
  public let batch: Int?
  /// The node of the event; nil for signals and marks.
  public internal(set) var node: Node?
  /// The label of the node, or nil.
  public internal(set) var label: String?
  /// The source location of the node, or nil.
  public internal(set) var source: TraceSource?
  /// The previous value, if there was one.
  public internal(set) var old: TraceValue?
  /// The new value: of a property or computed, an event, or a command's input or output.
  public internal(set) var new: TraceValue?
  /// Whether the event changed anything: false for a recompute to an equal value.
  public internal(set) var hasChanged = true
  /// Further text for a mark, a command's end or an issue.
  public internal(set) var detail: String?
  /// The error of a command's end or of a signal, or the ``Rejection``; `nil` where values are hidden.
  ///
  /// An error may hold much, such as the body of a response. So a tracer that keeps records replaces it by a small one,
  /// or removes it as a ``TraceLog`` does by default.
  public var error: (any Error)?
  /// Of an evaluation or a run: its number among those of the node.
  public internal(set) var evaluation: UInt32 = 0
  /// The number of the tracing period; between two records with the same number no event is missing.
  public internal(set) var period = 0
}

extension TraceRecord {
  /// All causes of the record, the first one first.
  public var causes: [ID] { (cause.map { [$0] } ?? []) + otherCauses }

  /// The label; without a label, the source location, the detail or the kind.
  public var name: String { label ?? source?.description ?? detail ?? kind.rawValue }
}

extension TraceRecord: CustomStringConvertible {
  /// A line of text, such as `#4 recompute total: 10 -> 12 <- #3`; a line break in a value is shown as `\n`.
  public var description: String {
    var line = "\(id) \(kind.rawValue)"
    if label != nil || source != nil { line += " \(name)" }
    if let detail { line += (label ?? source?.description) == nil ? " \(detail)" : ", \(detail)" }
    if let change { line += ": \(change)" }
    line = line.inOneLine
    return causes.isEmpty ? line : line + " <- \(causes.map(\.description).joined(separator: ", "))"
  }

  /// The change as text, such as `10 -> 12`, `12 (equal)` or `12`.
  public var change: String? {
    guard let new else { return nil }
    guard hasChanged else { return "\(new) (equal)" }
    guard let old else { return "\(new)" }
    return "\(old) -> \(new)"
  }
}

extension String {
  /// The text with `\n` in place of each line break.
  var inOneLine: String {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\\n")
  }
}

/// A source location where a node was made.
///
/// The type stores the address of a static string, so a copy costs nothing.
@safe
public struct TraceSource: Sendable, CustomStringConvertible {
  // Points to a static string of the program, which always exists.
  private nonisolated(unsafe) let text: UnsafePointer<UInt8>?
  /// The line, from 1.
  public let line: Int

  init(_ text: UnsafePointer<UInt8>?, line: Int) {
    unsafe self.text = text
    self.line = line
  }

  init(_ file: StaticString, line: UInt) {
    unsafe self.init(file.hasPointerRepresentation ? file.utf8Start : nil, line: Int(line))
  }

  /// The file, such as `Module/File.swift`.
  public var file: String { unsafe text.map { unsafe String(cString: $0) } ?? "?" }

  /// The file and the line, such as `Module/File.swift:12`.
  public var description: String { "\(file):\(line)" }
}
