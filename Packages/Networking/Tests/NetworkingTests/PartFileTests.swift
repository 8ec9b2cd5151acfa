import Foundation
import HTTPTypes
import NetworkingTestSupport
import Testing

@testable import Networking

/// What stands where a download wants to write is an error or is replaced; it is no reason to wait.
@Suite struct PartFileTests {
  @Test(.timeLimit(.minutes(1)))
  func aFolderInThePlaceOfThePartIsAnError() async throws {
    try await withTemporaryFolder { folder in
      let kept = folder.appending(path: "a.part/kept")
      try FileManager.default.createDirectory(
        at: folder.appending(path: "a.part"), withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: kept)
      #expect(await download(to: folder.appending(path: "a")) == .file)
      #expect(FileManager.default.fileExists(atPath: kept.path))
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func aLinkInThePlaceOfThePartIsReplaced() async throws {
    try await withTemporaryFolder { folder in
      let (part, target) = (folder.appending(path: "a.part"), folder.appending(path: "target"))
      for isDangling in [true, false] {
        if !isDangling { try Data("mine".utf8).write(to: target) }
        try FileManager.default.createSymbolicLink(at: part, withDestinationURL: target)
        #expect(await download(to: folder.appending(path: "a")) == nil)
        #expect(try String(contentsOf: folder.appending(path: "a"), encoding: .utf8) == "abc")
      }
      #expect(try String(contentsOf: target, encoding: .utf8) == "mine")
    }
  }

  /// As of another program that puts its own files there.
  @Test func aFolderInThePlaceOfTheVersionIsKept() async throws {
    try await withTemporaryFolder { folder in
      let note = folder.appending(path: "a.part-version")
      try FileManager.default.createDirectory(at: note, withIntermediateDirectories: true)
      let kept = note.appending(path: "kept")
      try Data("mine".utf8).write(to: kept)
      for resumes in [true, false] {
        _ = await download(to: folder.appending(path: "a"), resumes: resumes)
        #expect(FileManager.default.fileExists(atPath: kept.path))
      }
    }
  }

  /// The code of the error that a download ends with.
  private func download(to file: URL, resumes: Bool = true) async -> NetworkError.Code? {
    do throws(NetworkError) {
      let fixture = try FixtureClient { $0.retry = .never }
      fixture.transport.answer(.get, "/a") { (request) throws(NetworkError) in
        try .answer(request, headers: ["ETag": "\"1\""], "abc")
      }
      _ = try await fixture.client.download(Request(.get, "/a"), to: file, resumes: resumes).value
      return nil
    } catch {
      return error.code
    }
  }
}
