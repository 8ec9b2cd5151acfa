/// A model that writes itself, for documents where speed counts; `ModelEncoder` uses it by itself.
///
/// ```swift
/// func write(to writer: inout JSONWriter) throws(ModelError) {
///   writer.openObject()
///   writer.write(id, for: "id")
///   writer.write(name, for: "name")
///   writer.closeObject()
/// }
/// ```
public protocol JSONWritable: Encodable {
  /// Writes one whole value.
  func write(to writer: inout JSONWriter) throws(ModelError)
}
