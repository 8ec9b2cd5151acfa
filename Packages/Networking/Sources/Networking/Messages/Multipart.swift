public import Foundation

/// A form with fields and files, sent as `multipart/form-data` (RFC 7578); files are streamed from disk.
///
/// ```swift
/// var form = Multipart()
/// form.add("title", "日落")
/// form.addFile("photo", photoURL, contentType: "image/jpeg")
/// let request = Request(.post, "/photos", body: form.body)
/// ```
public struct Multipart: Sendable, Hashable {
  /// The separator of the parts; no part may contain it.
  public let boundary: String
  private var pieces: [RequestBody.Piece] = []

  /// Makes an empty form.
  ///
  /// - Parameter boundary: 1 to 70 letters or digits; 32 random hexadecimal digits by default.
  public init(boundary: String? = nil) {
    self.boundary = boundary ?? UUID().uuidString.filter { $0 != "-" }
  }

  /// Adds a text field.
  public mutating func add(_ name: String, _ value: String) {
    append(name: name, fileName: nil, contentType: nil, .data(Data(value.utf8)))
  }

  /// Adds a file from memory.
  public mutating func addFile(
    _ name: String, _ data: Data, fileName: String,
    contentType: String = "application/octet-stream"
  ) {
    append(name: name, fileName: fileName, contentType: contentType, .data(data))
  }

  /// Adds a file from disk; by default, it keeps its own name on the server.
  public mutating func addFile(
    _ name: String, _ file: URL, fileName: String? = nil,
    contentType: String = "application/octet-stream"
  ) {
    append(
      name: name, fileName: fileName ?? file.lastPathComponent, contentType: contentType,
      .file(file))
  }

  /// The form as a request body.
  public var body: RequestBody {
    RequestBody(
      pieces: pieces + [.data(Data("--\(boundary)--\r\n".utf8))],
      contentType: "multipart/form-data; boundary=\(boundary)")
  }

  private mutating func append(
    name: String, fileName: String?, contentType: String?, _ content: RequestBody.Piece
  ) {
    var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escape(name))\""
    if let fileName { head += "; filename=\"\(Self.escape(fileName))\"" }
    if let contentType { head += "\r\nContent-Type: \(Self.escape(contentType, Self.lineEnds))" }
    head += "\r\n\r\n"
    pieces += [.data(Data(head.utf8)), content, .data(Data("\r\n".utf8))]
  }

  /// Escapes characters that would end a quoted name or its line, as browsers do (HTML, 4.10.21.8).
  private static func escape(
    _ text: String, _ escapes: [UnicodeScalar: String] = lineEnds.merging(["\"": "%22"]) { $1 }
  ) -> String {
    text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }

  private static let lineEnds: [UnicodeScalar: String] = ["\r": "%0D", "\n": "%0A"]
}
