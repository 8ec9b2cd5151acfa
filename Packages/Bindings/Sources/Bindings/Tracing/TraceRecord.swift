/// One thing that happened in a graph, with what caused it.
///
/// Records are made only while a ``Tracer`` is installed:
/// ```swift
/// let log = TraceLog(limit: 1000)
/// graph.tracer = log
/// count.value += 1
/// print(log.records.map(\.description))  // ["#1 write count: 0 -> 1"]
/// ```
/// Following ``cause`` from record to record leads to what began it all.
public struct TraceRecord: Identifiable, Sendable {
  /// Distinguishes a record from every other of the process; grows with the time of its beginning.
  public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number, from 1.
    public let number: Int

    init(_ number: Int) { self.number = number }

    /// The number as `#12`.
    public var description: String { "#\(number)" }

    /// Whether `lhs` began before `rhs`.
    public static func < (lhs: ID, rhs: ID) -> Bool { lhs.number < rhs.number }
  }

  /// The kinds of events.
  public enum Kind: String, Sendable, CaseIterable {
    /// Something outside of the graph, told by ``Graph/mark(_:)``: the root of what follows.
    case mark
    /// A property took a new value.
    case write
    /// A property was given the value that it had; nobody is told.
    case equalWrite
    /// A computed was evaluated; ``TraceRecord/hasChanged`` tells whether its value is a new one.
    case recompute
    /// An observer ran.
    case observerRun
    /// A computed or an observer was asked to run, but nothing that it reads has changed.
    case skip
    /// A signal's source sent an event.
    case signalEvent
    /// A signal's source sent an error, or a result that is a failure.
    case signalError
    /// A command was executed while another execution runs, and waits for its turn.
    case commandQueued
    /// A command's body began.
    case commandStart
    /// A command's body said how far it is.
    case commandProgress
    /// A command's body ended, or the execution was given up while it waited.
    case commandEnd
    /// A command was asked to run and did not.
    case commandRejected
    /// The graph reported a ``GraphIssue``.
    case issue
  }

  /// The identity of the record.
  public let id: ID
  /// The kind of event.
  public let kind: Kind
  /// The record that made this one happen; nil for what came from outside without a name.
  ///
  /// When several did, it is the first of them.
  public let cause: ID?
  /// The other records that asked for this one, in their order; the newest 16.
  public internal(set) var otherCauses: [ID] = []
  /// The outermost batch that it belongs to; a write outside of any is a batch of its own.
  ///
  /// Nil for what is not about values, when it happens outside of a batch.
  public let batch: Int?
  /// The node that it happened to; nil for signals and marks.
  public internal(set) var node: Node?
  /// The label of the node, or nil.
  public internal(set) var label: String?
  /// Where the node was made, or nil.
  public internal(set) var source: TraceSource?
  /// The value before, when there was one.
  public internal(set) var old: TraceValue?
  /// The value after: a property's, a computed's, the event, the command's input or output.
  public internal(set) var new: TraceValue?
  /// Whether anything is different now: false for a recompute to an equal value.
  public internal(set) var hasChanged = true
  /// Further text: of a mark, of a command's end, of an issue.
  public internal(set) var detail: String?
  /// Of an evaluation or a run: its number among those of the node.
  public internal(set) var evaluation: UInt32 = 0
  /// The number of the tracer's installation: between two records with the same number nothing happened unrecorded.
  public internal(set) var period = 0
}

extension TraceRecord {
  /// Everything that asked for it, the first one first.
  public var causes: [ID] { (cause.map { [$0] } ?? []) + otherCauses }

  /// The label, or the place in the source.
  public var name: String { label ?? source?.description ?? detail ?? kind.rawValue }
}

extension TraceRecord: CustomStringConvertible {
  /// One line, as `#4 recompute total: 10 -> 12 <- #3`.
  public var description: String {
    var line = "\(id) \(kind.rawValue)"
    if label != nil || source != nil { line += " \(name)" }
    if let detail { line += (label ?? source?.description) == nil ? " \(detail)" : ", \(detail)" }
    if let change { line += ": \(change)" }
    return causes.isEmpty ? line : line + " <- \(causes.map(\.description).joined(separator: ", "))"
  }

  /// The values, as `10 -> 12`, `12 (equal)` or `12`.
  public var change: String? {
    guard let new else { return nil }
    guard hasChanged else { return "\(new) (equal)" }
    guard let old else { return "\(new)" }
    return "\(old) -> \(new)"
  }
}

/// Where a node was made.
///
/// It is the address of a static string, so keeping it costs nothing.
@safe
public struct TraceSource: Sendable, CustomStringConvertible {
  // Points to a string of the program, which never ends.
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

  /// The file, as `Module/File.swift`.
  public var file: String { unsafe text.map { unsafe String(cString: $0) } ?? "?" }

  /// The file and the line, as `Module/File.swift:12`.
  public var description: String { "\(file):\(line)" }
}
