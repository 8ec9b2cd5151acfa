import Foundation
import GRDB
import Store
import Testing

/// Where a backup goes.
@Suite struct BackupTests {
  /// The tests share the folder in which they run, so the names are relative to it by way of the parent folders.
  private static func relative(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath.split(separator: "/")
    return String(repeating: "../", count: here.count) + path.drop { $0 == "/" }
  }

  @Test func aBackupHasARelativePath() throws {
    try withTemporaryFolder { folder in
      try StoreKind.file.withStore { store in
        try store.put("precious", id: "k")
        let path = folder.appendingPathComponent("copy.store").path
        try store.backup(to: Self.relative(path))
        let copy = try KeyValueStore(path: path)
        #expect(try copy.get(String.self, id: "k") == "precious")
        try copy.close()
      }
    }
  }

  /// The parent folder of a link is that of its target, as for the system.
  @Test func aBackupsRelativePathLeadsThroughALinkAsTheSystemGoes() throws {
    try withTemporaryFolder { folder in
      let inner = folder.appendingPathComponent("elsewhere/inner")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent("link"), withDestinationURL: inner)
      try StoreKind.file.withStore { store in
        try store.backup(to: Self.relative(folder.path) + "/link/../copy.store")
      }
      #expect(
        FileManager.default.fileExists(
          atPath: folder.appendingPathComponent("elsewhere/copy.store").path))
    }
  }

  @Test(arguments: [false, true]) func aBackupsPathIsNotThatOfAFolder(isRelative: Bool) throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("copy.store").path + "/"
      try StoreKind.file.withStore { store in
        expectCode(.cannotOpen) {
          try store.backup(to: isRelative ? Self.relative(path) : path)
        }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  /// SQLite would take the name for the address of the other file; as a path it leads to a folder that does not exist.
  @Test func aBackupToAnAddressOfSQLitesIsNotWrittenThere() throws {
    try withTemporaryFolder { folder in
      let foreign = folder.appendingPathComponent("mine.db").path
      let queue = try DatabaseQueue(path: foreign)
      try queue.write { try $0.execute(sql: "CREATE TABLE mine (x)") }
      try queue.close()
      let before = try Data(contentsOf: URL(fileURLWithPath: foreign))
      try StoreKind.file.withStore { store in
        try store.put("precious", id: "k")
        expectCode(.cannotOpen) { try store.backup(to: "file:\(foreign)") }
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: foreign)) == before)
    }
  }

  @Test(arguments: ["-wal", "-journal"]) func aBackupDeletesNoLogOfItsName(suffix: String) throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("copy.store").path
      try Data("precious".utf8).write(to: URL(fileURLWithPath: path + suffix))
      try StoreKind.file.withStore { store in
        expectCode(.cannotOpen) { try store.backup(to: path) }
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["copy.store" + suffix])
      #expect(try Data(contentsOf: URL(fileURLWithPath: path + suffix)) == Data("precious".utf8))
    }
  }
}
