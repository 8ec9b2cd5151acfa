import Foundation
import HTTPTypes
import Networking
import NetworkingSimulation
import ProcessTestSupport
import Testing

/// What we write, read by Python's own parsers.
@Suite(.enabled(if: Python.path != nil, "needs python3"))
struct ForeignReaderTests {
  private struct Part: Codable, Hashable {
    var name: String
    var fileName: String?
    var type: String
    var data: Data
  }

  @Test func multipartIsReadByPython() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    try await withTemporaryFolder { folder in
      for round in 0..<8 {
        var form = Multipart()
        var parts: [Part] = []
        for number in 0..<Int.random(in: 1...12, using: &random) {
          var data = Data(
            (0..<Int.random(in: 0...2000, using: &random)).map { _ in
              UInt8.random(in: 0...255, using: &random)
            })
          // Lines that look like the end of a part.
          if number % 3 == 0 { data += Data("\r\n--\(form.boundary.dropLast())\r\n--\r\n".utf8) }
          let name = ["title", "北京", "a\"b", "line\r\nX-Evil: 1", "100%"][number % 5]
          switch Int.random(in: 0...2, using: &random) {
          case 0:
            let text = "日落\r\n\(number)"
            form.add(name, text)
            parts.append(Part(name: name, type: "text/plain", data: Data(text.utf8)))
          case 1:
            let fileName = "第\(number)\"张\r\n.jpg"
            form.addFile(name, data, fileName: fileName)
            parts.append(
              Part(name: name, fileName: fileName, type: "application/octet-stream", data: data))
          default:
            let file = folder.appending(path: "\(round)-\(number) 图.png")
            try data.write(to: file)
            form.addFile(name, file, contentType: "image/png")
            parts.append(
              Part(name: name, fileName: file.lastPathComponent, type: "image/png", data: data))
          }
        }
        let body = folder.appending(path: "body")
        try form.body.data().write(to: body)
        let read = try JSONDecoder().decode(
          [Part].self,
          from: try await Python.run(Self.multipartReader, form.body.contentType ?? "", body.path))
        #expect(read == parts)
      }
    }
  }

  /// Percent-escapes in names are the form encoding of browsers (WHATWG HTML, 4.10.21.8), which the
  /// reader undoes for the three characters it concerns.
  private static let multipartReader = """
    import base64, email.parser, email.policy, json, sys
    head = ("Content-Type: " + sys.argv[1] + "\\r\\n\\r\\n").encode()
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(
        head + open(sys.argv[2], "rb").read())
    assert message.is_multipart() and not message.defects, message.defects
    def plain(text):
        if text is None: return None
        text = text.encode("utf-8", "surrogateescape").decode("utf-8")
        return text.replace("%22", '"').replace("%0D", "\\r").replace("%0A", "\\n")
    parts = []
    for part in message.iter_parts():
        assert not part.defects, part.defects
        assert part.get_content_disposition() == "form-data"
        assert "X-Evil" not in part
        parts.append({
            "name": plain(part.get_param("name", header="content-disposition")),
            "fileName": plain(part.get_filename()),
            "type": part.get_content_type(),
            "data": base64.b64encode(part.get_payload(decode=True)).decode(),
        })
    json.dump(parts, sys.stdout)
    """

  @Test func queriesAreReadByPython() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let characters = Array("aZ09-._~ +&=;/?#%@:!$'()*,\"<>[]\\^`{|}\t\n北京é🙂\u{0}\u{7F}")
    let pairs = (0..<200).map { _ in
      (0..<2).map { _ in
        String(
          (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
            characters.randomElement(using: &random)
          })
      }
    }
    var request = Request(.get, "http://h/")
    request.query = pairs.map { URLQueryItem(name: $0[0], value: $0[1]) }
    let body = RequestBody.form(request.query)
    for text in [
      try request.urlText, "http://h/?" + String(decoding: try body.data(), as: UTF8.self),
    ] {
      let read = try JSONDecoder().decode(
        [[String]].self, from: try await Python.run(Self.queryReader, text))
      #expect(read == pairs)
    }
  }

  private static let queryReader = """
    import json, sys, urllib.parse
    query = urllib.parse.urlsplit(sys.argv[1]).query
    json.dump(urllib.parse.parse_qsl(query, keep_blank_values=True, strict_parsing=True), sys.stdout)
    """
}

/// The Python interpreter, a reader that is not ours.
enum Python {
  static let path =
    (["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
    + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
      "\($0)/python3"
    })
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What a program prints.
  static func run(_ program: String, _ arguments: String...) async throws -> Data {
    let run = try await FinishedProcess(
      running: try #require(path), ["-c", program] + arguments)
    try #require(run.isSuccess, "python3 refused what we wrote")
    return run.output
  }
}
