public import Foundation

/// Values of any `Codable` type under text identifiers, in one file that survives the process.
///
/// ```swift
/// let store = try KeyValueStore(name: "workshop")
/// try store.put(["186", "187"], id: "phones")
/// let phones = try store.get([String].self, id: "phones")
/// ```
///
/// The store itself reads and writes its default table; ``table(_:)`` gives others. Each operation
/// is a transaction of its own; `write(_:)` joins several into one, which is also far faster.
///
/// A store may be used from any thread and task. Writes are made one at a time; reads run beside them and see the last
/// commit. The asynchronous `read` and `write` leave the thread free.
public final class KeyValueStore: Sendable {
  let engine: Engine

  let configuration: StoreConfiguration

  private init(opening path: String?, configuration: StoreConfiguration) throws(StoreError) {
    self.configuration = configuration
    self.engine = Engine(
      try OpenedFile(path: path, configuration: configuration), configuration: configuration)
  }

  /// Opens the store in the file at `path`, creating it in an existing folder.
  ///
  /// - Throws: ``StoreError`` with `cannotOpen`, `notAStore`, `newerFile`, `damaged`, `busy`,
  ///   `readOnly` or `migrationFailed`. A file that is not a store is left untouched.
  public convenience init(
    path: String, configuration: StoreConfiguration = StoreConfiguration()
  ) throws(StoreError) {
    try Self.check(path: path)
    // A lock and a log lie beside the file itself, by whatever name it was opened.
    try self.init(opening: Self.file(at: path), configuration: configuration)
  }

  /// Opens the store `name` in `folder`, creating the folder and the file `name.store`.
  ///
  /// The default folder is the user's application support folder: `~/Library/Application Support`
  /// on macOS, `$XDG_DATA_HOME` or `~/.local/share` on Linux.
  ///
  /// - Throws: ``StoreError`` with `invalidName` for no plain file name, and as opening by path does.
  public convenience init(
    name: String, in folder: URL? = nil, configuration: StoreConfiguration = StoreConfiguration()
  ) throws(StoreError) {
    try Self.check(fileName: name)
    let folder = folder ?? Self.defaultFolder
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      let isFile = FileManager.default.fileExists(atPath: folder.path)
      throw StoreError(
        .cannotOpen,
        isFile
          ? "\(folder.path) is a file. Name a folder."
          : "The folder \(folder.path) cannot be created. Check its permissions.",
        cause: error)
    }
    try self.init(
      path: folder.appendingPathComponent("\(name).store").path, configuration: configuration)
  }

  /// Opens a store in memory, which is gone when it is closed or released.
  ///
  /// It behaves as a file does, but for ``StoreConfiguration/durability``, and suits tests and previews.
  ///
  /// - Throws: ``StoreError``: one that a migration throws or the database fails with, and `migrationFailed` for another error of a
  ///   migration.
  public static func inMemory(
    configuration: StoreConfiguration = StoreConfiguration()
  ) throws(StoreError) -> KeyValueStore {
    var configuration = configuration
    configuration.isReadOnly = false
    return try KeyValueStore(opening: nil, configuration: configuration)
  }

  /// The absolute path of the file, symbolic links followed, or `:memory:`.
  public var path: String { engine.path }

  /// Ends all observations, waits for running operations and closes the file.
  ///
  /// Every later use throws ``StoreError/Code/closed``. A store that is released closes as well.
  public func close() throws(StoreError) {
    try engine.wrapping { try engine.close() }
  }

  private static var defaultFolder: URL {
    FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.temporaryDirectory
  }

  /// The file that a path names, symbolic links followed, be it there or not.
  private static func file(at path: String) -> String {
    var file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    // Foundation leaves a link to a file that is yet to be made; systems follow some forty links.
    for _ in 0..<40 {
      guard
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)
      else { break }
      file = URL(fileURLWithPath: target, relativeTo: file.deletingLastPathComponent())
        .absoluteURL.resolvingSymlinksInPath()
    }
    return file.path
  }

  static func check(path: String) throws(StoreError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StoreError(.invalidName, "The path of a store is empty or holds a NUL character.")
    }
  }

  private static func check(fileName name: String) throws(StoreError) {
    guard !name.isEmpty, name.utf8.count <= 200, !name.hasPrefix("."),
      !name.unicodeScalars.contains(where: { $0 == "/" || $0.value < 0x20 || $0.value == 0x7F })
    else {
      throw StoreError(
        .invalidName,
        "\(name.debugDescription) is not a name for a store. Use 1 to 200 bytes without slashes and "
          + "control characters that do not begin with a dot.")
    }
  }
}

extension KeyValueStore: TableWriting {
  /// The table that the store's own reading and writing methods use.
  public var defaultTable: StoreTable { StoreTable(engine: engine, identity: .default) }

  /// The way to the rows of the default table.
  public var access: TableAccess { defaultTable.access }
}
