public import Foundation

/// A persistent key-value store: values of any `Codable` type under text identifiers, in one file.
///
/// ```swift
/// let store = try KeyValueStore(name: "workshop")
/// try store.put(["186", "187"], id: "phones")
/// let phones = try store.get([String].self, id: "phones")
/// ```
///
/// The store's own methods read and write its default table; ``table(_:)`` gives other tables. Each operation is its
/// own transaction; `write(_:)` combines several operations into one, which is also far faster.
///
/// A store may be used from any thread and task. Writes run one at a time; reads run concurrently and see the last
/// commit. The asynchronous `read` and `write` do not block the thread.
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
  ///   `readOnly` or `migrationFailed`. A file that is not a store keeps its content.
  public convenience init(
    path: String, configuration: StoreConfiguration = StoreConfiguration()
  ) throws(StoreError) {
    try Self.check(path: path)
    // The lock and the log lie beside the real file, so symbolic links are resolved.
    try self.init(opening: Self.file(at: path), configuration: configuration)
  }

  /// Opens the store `name` in `folder`, creating the folder and the file `name.store` unless it is read-only.
  ///
  /// The default folder is the user's application support folder: `~/Library/Application Support`
  /// on macOS, `$XDG_DATA_HOME` or `~/.local/share` on Linux.
  ///
  /// - Throws: ``StoreError`` with `invalidName` if it is no plain file name, or the errors of opening by path.
  public convenience init(
    name: String, in folder: URL? = nil, configuration: StoreConfiguration = StoreConfiguration()
  ) throws(StoreError) {
    try Self.check(fileName: name)
    let folder = folder ?? Self.defaultFolder
    do {
      if !configuration.isReadOnly {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      }
    } catch {
      let isFile = FileManager.default.fileExists(atPath: folder.path)
      let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
      throw StoreError(
        isFull ? .diskFull : .cannotOpen,
        isFile
          ? "\(folder.path) is a file. Name a folder."
          : "The folder \(folder.path) cannot be created. Check \(isFull ? "the disk" : "its permissions").",
        cause: error)
    }
    try self.init(
      path: folder.appendingPathComponent("\(name).store").path, configuration: configuration)
  }

  /// Opens a store in memory; its content is lost when it is closed or released.
  ///
  /// It behaves like a store in a file, and suits tests and previews. A read-only one runs its migrations, which may put
  /// sample values, before it refuses writes. As it has a single connection of its own,
  /// ``StoreConfiguration/durability``, ``StoreConfiguration/maximumReaders`` and ``StoreConfiguration/busyTimeout`` have
  /// no effect.
  ///
  /// - Throws: ``StoreError`` of a migration or the database, or `migrationFailed` for any other error of a migration.
  public static func inMemory(
    configuration: StoreConfiguration = StoreConfiguration()
  ) throws(StoreError) -> KeyValueStore {
    try KeyValueStore(opening: nil, configuration: configuration)
  }

  /// The absolute path of the file with symbolic links resolved, or `:memory:`.
  public var path: String { engine.path }

  /// Ends all observations, waits for running operations and closes the file.
  ///
  /// Every later use throws ``StoreError/Code/closed``, but closing again waits until the file is closed. A released
  /// store is closed, too.
  public func close() throws(StoreError) {
    try engine.wrapping { try engine.close() }
  }

  private static var defaultFolder: URL {
    FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.temporaryDirectory
  }

  /// Returns the path with symbolic links resolved, even if the file does not exist.
  static func file(at path: String) -> String {
    var file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    // Foundation does not resolve a link to a missing file; operating systems follow about forty links.
    for _ in 0..<40 {
      guard
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)
      else { break }
      file = URL(fileURLWithPath: target, relativeTo: file.deletingLastPathComponent())
        .absoluteURL.resolvingSymlinksInPath()
    }
    // Nor does it resolve the folder of a missing file.
    return file.deletingLastPathComponent().resolvingSymlinksInPath()
      .appendingPathComponent(file.lastPathComponent).path
  }

  static func check(path: String) throws(StoreError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StoreError(.invalidName, "The path of a store is empty or holds a NUL character.")
    }
  }

  private static func check(fileName name: String) throws(StoreError) {
    guard !name.isEmpty, name.utf8.count <= 200, name.utf8.first != UInt8(ascii: "."),
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

  /// The access to the rows of the default table.
  public var access: TableAccess { defaultTable.access }
}
