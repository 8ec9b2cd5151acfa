/// A model that is stored under its own identifier and found by its declared fields.
///
/// ```swift
/// struct Contact: Record, Identifiable {
///   var id: String
///   var name: String
///   var age: Int
///   static let indexes = [RecordIndex("name", \Contact.name), RecordIndex("age", \Contact.age)]
/// }
/// ```
///
/// Conform for collections that are filtered, sorted or paged; for single values a ``StoreTable`` is
/// simpler.
public protocol Record: Codable, Sendable {
  /// The table the records live in; by default the type's name, so declare it before renaming a type.
  static var recordTable: String { get }

  /// The fields that queries may filter and sort by.
  ///
  /// When the declaration changes, the index is built anew from the stored records the next time
  /// the records are asked for.
  static var indexes: [RecordIndex<Self>] { get }

  /// What tells this record from others of its type.
  var recordID: String { get }
}

extension Record {
  /// The type's name.
  public static var recordTable: String { String(describing: Self.self) }

  /// No fields: records are found by identifier only.
  public static var indexes: [RecordIndex<Self>] { [] }
}

extension Record where Self: Identifiable, ID == String {
  /// The model's `id`.
  public var recordID: String { id }
}

/// A field that queries may filter and sort by.
///
/// ```swift
/// static let indexes = [RecordIndex("mail", \Account.mail, isUnique: true)]
/// ```
public struct RecordIndex<Model: Record>: Sendable {
  let name: String
  let isUnique: Bool
  let keyPath: any PartialKeyPath<Model> & Sendable
  let value: @Sendable (Model) -> IndexValue

  /// Declares the field at `keyPath`.
  ///
  /// - Parameters:
  ///   - name: Recorded in the file; a new name means a new index.
  ///   - keyPath: The property, stored or computed from stored ones.
  ///   - isUnique: Whether two records may not have the same value, other than nil.
  public init<Value: Indexable>(
    _ name: String, _ keyPath: any KeyPath<Model, Value> & Sendable, isUnique: Bool = false
  ) {
    self.name = name
    self.isUnique = isUnique
    self.keyPath = keyPath
    self.value = { $0[keyPath: keyPath].indexValue }
  }
}
