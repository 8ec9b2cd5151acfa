import Foundation

/// One line of a result table: ours against one peer in the same rounds.
public struct Measurement {
  /// The case, `layer.case` without the layer.
  public let name: String
  /// Elements, bytes or nodes, as the case has it.
  public let size: Int
  /// Our figure: less is better, in nanoseconds where the note says nothing else.
  public let ours: Double
  /// The library or limit beside ours.
  public let peer: String
  /// The peer's figure, in the unit of ours.
  public let theirs: Double
  /// The least acceptable peer/ours; nil for a figure without a target.
  public let target: Double?
  /// What the figure counts.
  public let note: String

  /// Takes what was measured.
  public init(
    name: String, size: Int, ours: Double, peer: String, theirs: Double, target: Double?,
    note: String
  ) {
    self.name = name
    self.size = size
    self.ours = ours
    self.peer = peer
    self.theirs = theirs
    self.target = target
    self.note = note
  }

  /// How many times ours the peer's figure is; of two zeros, neither is more.
  public var ratio: Double { ours == theirs ? 1 : theirs / ours }

  /// The fields of the table file, but for the layer.
  var fields: [String] {
    [
      name, "\(size)", String(format: "%.1f", ours), peer, String(format: "%.1f", theirs),
      String(format: "%.3f", ratio), target.map { String(format: "%.2f", $0) } ?? "-",
      target.map { ratio >= $0 ? "yes" : "no" } ?? "-", note,
    ]
  }
}
