import Foundation
import Testing

@testable import REPLTerminal

@MainActor
@Suite struct SourceWatchTests {
  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "watch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Sources/A"), withIntermediateDirectories: true)
    try Data("let a = 1".utf8).write(to: folder.appending(path: "Sources/A/A.swift"))
    return folder
  }

  @Test func whatIsHiddenOrATestIsNoSource() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for path in [
      ".build/B.swift", "Tests/ATests/T.swift", "README.md", "Sources/A/.A.swift.swp",
      "Sources/A/A.swift~", "Sources/A/Lessons/first.md", "Package.swift",
      "Sources/Tests/InModule.swift",
    ] {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    let paths = SourceWatch.sources(of: folder).stamps.keys.map {
      URL(filePath: $0).lastPathComponent
    }
    #expect(paths.sorted() == ["A.swift", "InModule.swift", "Package.swift", "first.md"])
  }

  @Test func eachSaveIsToldInNewFoldersToo() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (changes, told) = AsyncStream<Void>.makeStream()
    var next = changes.makeAsyncIterator()
    let watch = SourceWatch(in: [folder]) { told.yield() }
    try Data("let a = 22".utf8).write(
      to: folder.appending(path: "Sources/A/A.swift"), options: .atomic)
    await next.next()
    let inner = folder.appending(path: "Sources/A/Inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    try Data("let b = 1".utf8).write(to: inner.appending(path: "B.swift"))
    await next.next()
    try Data("let b = 333".utf8).write(to: inner.appending(path: "B.swift"))
    await next.next()
    withExtendedLifetime(watch) {}
  }
}
