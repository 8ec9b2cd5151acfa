import Foundation

/// The figures of one layer's run, printed as they come: `.build/bench/LAYER.tsv` when it is saved.
public final class ResultTable {
  private let layer: String
  private var lines = ["layer\tcase\tsize\tours_ns\tpeer\tpeer_ns\tratio\ttarget\tmet\tnote"]

  /// Begins a table and prints its header.
  public init(layer: String) {
    self.layer = layer
    print(lines[0])
  }

  /// Adds a line and prints it.
  public func report(_ measurement: Measurement) {
    lines.append(([layer] + measurement.fields).joined(separator: "\t"))
    print(lines[lines.count - 1])
  }

  /// Writes the table file; call it after a whole run only.
  ///
  /// - Throws: what Foundation throws when the folder or the file cannot be written.
  public func save() throws {
    let folder = URL(filePath: ".build/bench")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: folder.appending(path: "\(layer).tsv"))
  }
}
