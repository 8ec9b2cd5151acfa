import Foundation

/// A pipe that wakes a task that waits for input.
///
/// The pipe holds one byte at most, so `ring()` never blocks.
@MainActor
final class Bell {
  private let pipe = Pipe()
  private var hasRung = false

  /// The descriptor that can be read from once the bell has rung.
  var descriptor: Int32 { pipe.fileHandleForReading.fileDescriptor }

  func ring() {
    guard !hasRung else { return }
    hasRung = true
    try? pipe.fileHandleForWriting.write(contentsOf: Data([1]))
  }

  /// Resets the bell.
  func silence() {
    guard hasRung else { return }
    hasRung = false
    _ = pipe.fileHandleForReading.availableData
  }
}
