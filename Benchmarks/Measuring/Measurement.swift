import Foundation

/// A line of a result table: our figure and that of one peer from the same rounds.
public struct Measurement {
  /// The name of the case: `case` of `layer.case`.
  public let name: String
  /// The number of elements, bytes or nodes, depending on the case.
  public let size: Int
  /// Our figure, in nanoseconds unless the note says otherwise; smaller is better.
  public let ours: Double
  /// The library or limit with which our figure is compared.
  public let peer: String
  /// The peer's figure, in the same unit.
  public let theirs: Double
  /// The minimum ratio of the peer's figure to ours; nil for a figure without a target.
  public let target: Double?
  /// The meaning of the figure.
  public let note: String

  /// Creates a line from measured figures.
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

  /// The ratio of the peer's figure to ours; 1 if both are zero.
  public var ratio: Double { ours == theirs ? 1 : theirs / ours }

  /// The fields of the line in the table file, without the layer.
  var fields: [String] {
    [
      name, "\(size)", String(format: "%.1f", ours), peer, String(format: "%.1f", theirs),
      String(format: "%.3f", ratio), target.map { String(format: "%.2f", $0) } ?? "-",
      target.map { ratio >= $0 ? "yes" : "no" } ?? "-", note,
    ]
  }
}
