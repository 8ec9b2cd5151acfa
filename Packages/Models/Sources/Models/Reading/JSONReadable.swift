/// A model that reads itself from a one-pass pull reader, for documents where speed counts.
///
/// Adopt it beside `Codable`; `ModelDecoder` then uses it by itself, for the type and for arrays,
/// dictionaries and optionals of it, whenever its options are the defaults. `Codable` stays the
/// reference: it is what runs for every other option and what explains a failure.
///
/// ```swift
/// struct Stop: Codable, JSONReadable {
///   var id = 0, name = ""
///   enum CodingKeys: String, CodingKey, CaseIterable { case id, name }
///   static let keys = JSONKeys(CodingKeys.self)
///
///   init(from reader: inout JSONReader) throws(ModelError) {
///     try reader.openObject()
///     while let key = try reader.nextKey(of: Self.keys) {
///       switch key {
///       case .id: id = try reader.readInt()
///       case .name: name = try reader.readString()
///       }
///     }
///   }
/// }
/// ```
public protocol JSONReadable: Decodable {
  /// Reads one whole value: it starts at the value and leaves the reader behind it.
  init(from reader: inout JSONReader) throws(ModelError)
}
