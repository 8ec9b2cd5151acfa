import Foundation
import Models

/// A model in a file, written whole or not at all, with the allowed keys only.
///
/// ```swift
/// let archive = Archive<Draft>(at: url, keys: .all(except: ["password"]))
/// try archive.write(draft)
/// let earlier = try archive.read()  // nil when there is no file
/// ```
///
/// A model must be readable without the keys that are left out: give those properties defaults.
struct Archive<Model: Codable>: Sendable {
  /// The top-level keys that are written and read.
  enum Keys: Hashable, Sendable {
    /// All keys but these.
    case all(except: Set<String> = [])
    /// These keys and no others.
    case only(Set<String>)

    func allow(_ key: String) -> Bool {
      switch self {
      case .all(let ignored): !ignored.contains(key)
      case .only(let allowed): allowed.contains(key)
      }
    }
  }

  /// The file.
  let url: URL
  /// The top-level keys that are written and read.
  let keys: Keys

  /// Creates an archive of a file, without touching the file yet.
  init(at url: URL, keys: Keys = .all()) {
    self.url = url
    self.keys = keys
  }

  /// Writes the model to a temporary file and puts it in place of the old one in one step.
  ///
  /// - Throws: `ModelError`; the old file is then unchanged.
  func write(_ model: Model) throws(ModelError) {
    let text = filtered(try ModelEncoder().encodeValue(model)).pretty
    do {
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw ModelError(
        .file,
        message:
          "\(url.path) could not be written: check that the folder exists and may be written to.",
        cause: error)
    }
  }

  /// The model of the file, or `nil` when there is no file.
  ///
  /// - Throws: `ModelError` for a file that cannot be read or decoded; a broken file never counts as a missing one.
  func read() throws(ModelError) -> Model? {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      if let error = error as? CocoaError, error.code == .fileReadNoSuchFile { return nil }
      throw ModelError(
        .file, message: "\(url.path) could not be read: check that it is a file and may be read.",
        cause: error)
    }
    return try ModelDecoder().decode(Model.self, from: filtered(try JSONValue(parsing: data)))
  }

  private func filtered(_ value: JSONValue) -> JSONValue {
    guard case .object(let object) = value else { return value }
    var kept = JSONObject()
    for (key, member) in object where keys.allow(key) { kept[key] = member }
    return .object(kept)
  }
}
