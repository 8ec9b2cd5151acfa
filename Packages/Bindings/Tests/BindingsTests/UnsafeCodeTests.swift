import Foundation
import Testing

/// Pointers stand in few files, so that few have to be read for faults of memory.
@Suite struct UnsafeCodeTests {
  private static func files() throws -> [(name: String, isEngine: Bool, text: String)] {
    try DocumentationTests.files(below: "Sources/Bindings", ["swift"]).map { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      let name = file.deletingPathExtension().lastPathComponent
      return (name, file.pathComponents.contains("Engine"), text)
    }
  }

  /// The handles of nodes, the signals, whose events go by address, and the static name of a file.
  static let filesWithPointers: Set<String> = [
    "CommandState", "Computed", "Property", "Signal", "SignalSource", "Subscription", "TraceRecord",
  ]

  @Test func pointersStandInTheEngineAndInHandlesAlone() throws {
    let pointer = /Unsafe\w*Pointer|Unmanaged|unsafeBitCast|assumingMemoryBound/
    let found = try Self.files().filter { !$0.isEngine && $0.text.contains(pointer) }.map(\.name)
    #expect(Set(found) == Self.filesWithPointers)
  }

  @Test func theEngineAloneFollowsLinks() throws {
    let link = /\b(?:LinkRef|LinkHeader|deps|depsTail|nextDep|prevSub|nextSub|subsTail)\b/
    for file in try Self.files() where !file.isEngine {
      #expect(file.text.firstMatch(of: link) == nil, "\(file.name)")
    }
  }
}
