/// One line of an explanation, as data; its description is the line in English.
///
/// ```swift
/// let names = [count.node: "form.count"]
/// for line in log.explain(total.node).lines(naming: { names[$0] }) { print(line) }
/// ```
public struct TraceLine: Sendable {
  /// The kinds of facts that a line tells.
  public enum Clause: Sendable {
    /// The value of a node since a record of it: the first line.
    case value(TraceRecord, name: String)
    /// A record; the name is that of its node where it is explained.
    case record(TraceRecord, name: String)
    /// The log has nothing of the node of that name.
    case unchanged(String)
    /// The cause is not in the log any more.
    case older
    /// The cause is a record that the log of another graph has.
    case elsewhere(TraceRecord.ID)
    /// The nodes of these names did not make it happen.
    case notCauses([String])
  }

  /// The ways in which a line follows from the one before.
  public enum Link: String, Sendable {
    /// The record made the one before happen.
    case because
    /// The record did so, too.
    case andBecause = "and because"
    /// The record came later and changed nothing.
    case sinceThen = "since then:"
  }

  /// The fact that the line tells.
  public let clause: Clause
  /// The way in which it follows from the line before; nil when it stands for itself.
  public let link: Link?
  /// The depth of the indentation: 0 for the first line.
  public let depth: Int

  init(_ clause: Clause, _ link: Link?, at depth: Int) {
    (self.clause, self.link, self.depth) = (clause, link, depth)
  }
}

extension TraceLine: CustomStringConvertible {
  /// The line in English.
  public var description: String {
    String(repeating: "  ", count: depth) + (link.map { "\($0.rawValue) " } ?? "") + "\(clause)"
  }
}

extension TraceLine.Clause: CustomStringConvertible {
  /// The clause in English.
  public var description: String {
    switch self {
    case .value(let record, let name):
      "\(name) is \(record.new.map { "\($0)" } ?? "")" + (record.old.map { ", it was \($0)" } ?? "")
    case .record(let record, let name): "\(Self.phrase(record, name))  \(record.id)"
    case .unchanged(let name): "\(name) has not changed as far as the log goes"
    case .older: "of something older than the log"
    case .elsewhere(let id): "of \(id), which another graph has recorded"
    case .notCauses(let names): "not because of \(names.joined(separator: ", "))"
    }
  }

  private static func phrase(_ record: TraceRecord, _ name: String) -> String {
    let change = record.change.map { ": \($0)" } ?? ""
    return switch record.kind {
    case .mark: record.detail ?? "of a mark"
    case .write: "\(name) was set\(change)"
    case .equalWrite: "\(name) was given the value it had"
    case .recompute: "\(name) was computed\(change)"
    case .observerRun: "the observer \(name) ran"
    case .skip: "\(name) was checked, and nothing it reads had changed"
    case .signalEvent: "\(name) sent an event\(change)"
    case .signalError: "\(name) sent an error\(change)"
    case .commandQueued: "the command \(name) waited for its turn"
    case .commandStart: "the command \(name) began\(change)"
    case .commandProgress: "the command \(name) is at \(record.new.map { "\($0)" } ?? "")"
    case .commandEnd: "the command \(name) ended, \(record.detail ?? "")\(change)"
    case .commandRejected: "the command \(name) was rejected, \(record.detail ?? "")"
    case .issue: "of an issue: \(record.detail ?? "")"
    }
  }
}
