public import Foundation

/// One `Codable` value in one JSON file, written whole or not at all.
///
/// ```swift
/// let archive = JSONArchive<Profile>(url, leavingOut: ["password"])
/// try archive.write(profile)
/// let restored = try archive.read()
/// ```
///
/// For documents that people open and exchange; a store suits everything that changes often.
public struct JSONArchive<Value: Codable>: Sendable {
  /// The file.
  public let url: URL

  private let allowed: Set<String>?
  private let ignored: Set<String>

  /// Creates an archive.
  ///
  /// - Parameters:
  ///   - url: The file; its folder must exist.
  ///   - allowed: The top-level keys to write and read; nil means every one.
  ///   - ignored: The top-level keys to leave out, even if allowed. A property whose key is left out
  ///     must be optional or have a default in the type's own decoding, or reading throws.
  public init(
    _ url: URL, only allowed: Set<String>? = nil, leavingOut ignored: Set<String> = []
  ) {
    self.url = url
    self.allowed = allowed
    self.ignored = ignored
  }

  /// Replaces the file by one that holds `value`.
  ///
  /// - Throws: ``StoreError`` with `unencodable`, `diskFull` or `inputOutput`; the old file stays.
  public func write(_ value: Value) throws(StoreError) {
    let bytes: Data
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      bytes = try filtered(encoder.encode(value), writing: true)
    } catch {
      throw StoreError(.unencodable, "The value cannot be encoded as JSON for \(url.path).")
    }
    do { try bytes.write(to: url, options: .atomic) } catch {
      let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
      throw StoreError(
        isFull ? .diskFull : .inputOutput,
        "The file \(url.path) cannot be written. Check its folder and the free space.",
        cause: error)
    }
  }

  /// The value in the file, or nil when there is no file.
  ///
  /// - Throws: ``StoreError`` with `wrongType` when the file holds something else, and with
  ///   `inputOutput` when it cannot be read.
  public func read() throws(StoreError) -> Value? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let bytes: Data
    do { bytes = try Data(contentsOf: url) } catch {
      throw StoreError(
        .inputOutput, "The file \(url.path) cannot be read. Check its permissions.", cause: error)
    }
    do { return try JSONDecoder().decode(Value.self, from: filtered(bytes, writing: false)) } catch
    {
      throw StoreError(
        .wrongType,
        "The file \(url.path) does not hold a \(Value.self). Check that it is the right file.")
    }
  }

  /// Drops the keys that are not to be in the file, or not to be believed when they are.
  private func filtered(_ bytes: Data, writing: Bool) throws -> Data {
    guard allowed != nil || !ignored.isEmpty,
      let object = try JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)
        as? [String: Any]
    else { return bytes }
    let kept = object.filter { key, _ in
      !ignored.contains(key) && allowed?.contains(key) ?? true
    }
    return try JSONSerialization.data(
      withJSONObject: kept,
      options: writing ? [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes] : [])
  }
}
