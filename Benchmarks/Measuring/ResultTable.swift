import Foundation

/// The result table of one layer, which prints each line at once and is saved as `.build/bench/LAYER.tsv`.
public final class ResultTable {
  private let layer: String
  private var lines = ["layer\tcase\tsize\tours_ns\tpeer\tpeer_ns\tratio\ttarget\tmet\tnote"]

  /// Creates a table and prints its header.
  public init(layer: String) {
    self.layer = layer
    print(lines[0])
  }

  /// Adds a line and prints it.
  public func report(_ measurement: Measurement) {
    lines.append(([layer] + measurement.fields).joined(separator: "\t"))
    print(lines[lines.count - 1])
  }

  /// Writes the table file; called only after a complete run.
  ///
  /// - Throws: Foundation's error if the folder or the file cannot be written.
  public func save() throws {
    let folder = URL(filePath: ".build/bench")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: folder.appending(path: "\(layer).tsv"))
  }
}
