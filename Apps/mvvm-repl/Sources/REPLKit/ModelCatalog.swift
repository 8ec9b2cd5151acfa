import Foundation
import Models
import ViewModels

/// The models that `decode` can create from documents, by name, and the source of the documents.
///
/// ```swift
/// var models = ModelCatalog { name in try String(contentsOfFile: name, encoding: .utf8) }
/// models.add(News.self)
/// let session = Session(catalog: catalog, models: models) { … }
/// // ❯ decode News from "news.json"
/// ```
public struct ModelCatalog: Sendable {
  /// A model that can be decoded.
  public struct Entry: Sendable {
    /// The name of the type.
    public let name: String
    let decode: @Sendable (String, DecodingOptions) throws -> (DynamicValue, [JSONProblem])
  }

  /// The models in the order in which they were added.
  public private(set) var entries: [Entry] = []
  let document: @Sendable (String) throws -> String

  /// Creates an empty catalog; `document` returns the text of a document by its name, for example a file path.
  public init(document: @escaping @Sendable (String) throws -> String) { self.document = document }

  /// A catalog without models and documents.
  public static let empty = ModelCatalog { _ in "" }

  /// Adds a model under a name, by default that of its type, or replaces the model of that name.
  public mutating func add<Model: Codable & SendableMetatype>(
    _ type: Model.Type, as name: String? = nil
  ) {
    let name = name ?? "\(type)"
    entries.removeAll { $0.name == name }
    entries.append(
      Entry(name: name) { text, options in
        let decoded = try ModelDecoder(options).decodeReporting(Model.self, from: Data(text.utf8))
        return (try DynamicValue(encoding: decoded.value), decoded.problems)
      })
  }

  /// The model of that name, if there is one.
  public subscript(name: String) -> Entry? { entries.first { $0.name == name } }
}
