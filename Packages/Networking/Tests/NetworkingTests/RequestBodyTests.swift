import Foundation
import HTTPTypes
import Models
import Networking
import NetworkingTestSupport
import Testing

@Suite struct RequestBodyTests {
  @Test func aMediaTypeWithAQuotedParameterIsSentAsGiven() throws {
    var form = Multipart(boundary: "XX")
    form.addFile(
      "a\"b", Data("x".utf8), fileName: "x", contentType: "text/plain; charset=\"utf-8\"\r\nX: 1")
    let text = String(decoding: try form.body.data(), as: UTF8.self)
    #expect(text.contains("name=\"a%22b\""))
    #expect(text.contains("\r\nContent-Type: text/plain; charset=\"utf-8\"%0D%0AX: 1\r\n\r\n"))
  }

  @Test func jsonHasSortedKeys() throws {
    let body = try RequestBody.json(["b": 1, "a": 2])
    #expect(try body.data() == Data(#"{"a":2,"b":1}"#.utf8))
    #expect(body.contentType == "application/json")
    #expect(try body.length == 13)
  }

  @Test func dateGoesOutAsModelsReadsIt() async throws {
    struct Event: Codable, Equatable { var at: Date }
    let event = Event(at: Date(timeIntervalSince1970: 1_770_000_000.125))
    let server = try HeadServer { _ in #"{"at":"2026-02-02T02:40:00.125Z"}"#.answer() }
    defer { server.stop() }
    let body = try RequestBody.json(event)
    #expect(
      try String(decoding: body.data(), as: UTF8.self) == #"{"at":"2026-02-02T02:40:00.125Z"}"#)
    let echoed: Event = try await Client(server.baseURL).value(Request(.post, "/e", body: body))
    #expect(echoed == event)
  }

  @Test func valuesAreSentByTheClientsEncoderAndReadByItsDecoder() async throws {
    struct Order: Codable, Equatable {
      var orderNumber: Int
    }
    let fixture = try FixtureClient {
      $0.encoder = ModelEncoder(keys: .snakeCase)
      var options = DecodingOptions()
      options.keys = .snakeCase
      $0.decoder = ModelDecoder(options)
    }
    fixture.transport.answer(.post, "/orders") { (request) throws(NetworkError) in
      let body = String(decoding: try request.body.data(), as: UTF8.self)
      #expect(request.body.contentType == "application/json")
      return try .answer(request, body == #"{"order_number":7}"# ? body : "no")
    }
    let order: Order = try await fixture.client.value(
      Request(.post, "/orders"), json: Order(orderNumber: 7))
    #expect(order == Order(orderNumber: 7))
    let error = await networkError {
      try await fixture.client.send(Request(.post, "/orders"), json: ["x": Double.nan])
    }
    #expect(error?.code == .invalidRequest)
  }

  @Test func valueThatIsNoJSONIsAnInvalidRequest() {
    let error = #expect(throws: NetworkError.self) { try RequestBody.json(Double.nan) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.cause is ModelError)
  }

  @Test func formIsEncoded() throws {
    let body = RequestBody.form([
      URLQueryItem(name: "名 字", value: "a&b=c"), URLQueryItem(name: "e", value: nil),
    ])
    #expect(
      try String(decoding: body.data(), as: UTF8.self) == "%E5%90%8D%20%E5%AD%97=a%26b%3Dc&e=")
  }

  @Test func multipartHasSeveralFilesAndEscapesNames() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "日 落.jpg")
      try Data("JPEG".utf8).write(to: file)
      var form = Multipart(boundary: "XX")
      form.add("title", "line\r\nbreak")
      form.addFile("photo", file, contentType: "image/jpeg")
      form.addFile("a\"\r\nX-Evil: 1", Data([1, 2]), fileName: "q\"\r\n.bin")
      let expected =
        "--XX\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nline\r\nbreak\r\n"
        + "--XX\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"日 落.jpg\"\r\n"
        + "Content-Type: image/jpeg\r\n\r\nJPEG\r\n"
        + "--XX\r\nContent-Disposition: form-data; name=\"a%22%0D%0AX-Evil: 1\"; "
        + "filename=\"q%22%0D%0A.bin\"\r\nContent-Type: application/octet-stream\r\n\r\n\u{1}\u{2}\r\n"
        + "--XX--\r\n"
      #expect(try String(decoding: form.body.data(), as: UTF8.self) == expected)
      #expect(try form.body.length == Int64(expected.utf8.count))
      #expect(form.body.contentType == "multipart/form-data; boundary=XX")
    }
  }

  @Test func boundariesAreDifferentEachTime() {
    #expect(Multipart().boundary != Multipart().boundary)
  }

  @Test func folderCannotBeSent() throws {
    try withTemporaryFolder { folder in
      let error = #expect(throws: NetworkError.self) { try RequestBody.file(folder).length }
      #expect(error?.code == .file)
    }
  }
}

/// Runs a test with a folder of its own, which is removed afterwards.
func withTemporaryFolder<Result>(
  _ body: (URL) async throws -> Result
) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}

/// Runs a test with a folder of its own, which is removed afterwards.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}
