import Foundation

/// A pipe that ends the waiting for input.
///
/// It holds one byte at most, so ringing never waits for somebody to read.
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

  /// Makes it silent again.
  func silence() {
    guard hasRung else { return }
    hasRung = false
    _ = pipe.fileHandleForReading.availableData
  }
}
