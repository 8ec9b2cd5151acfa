import Foundation

/// The checkout that these tests belong to.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Every Swift file below a folder, build products left out.
  ///
  /// - Throws: A `CocoaError` when there is no such folder.
  static func swiftFiles(below folder: String) throws -> [URL] {
    let files = files(below: folder, ending: "swift")
    guard !files.isEmpty else { throw CocoaError(.fileReadNoSuchFile) }
    return files
  }

  /// Every file below a folder whose name ends so, build products left out; none when there is no such folder.
  static func files(below folder: String, ending: String) -> [URL] {
    let start = root.appending(path: folder)
    let all = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == ending && !$0.path.contains("/.build") }
  }

  /// The modules that a file imports, `import struct Foundation.URL` counting as `Foundation`.
  static func imports(of file: URL) throws -> Set<String> {
    let text = try String(contentsOf: file, encoding: .utf8)
    let pattern =
      /^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
    return Set(text.matches(of: pattern.anchorsMatchLineEndings()).map { String($0.1) })
  }
}
