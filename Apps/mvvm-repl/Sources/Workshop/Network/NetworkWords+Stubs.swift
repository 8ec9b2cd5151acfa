import REPLKit

extension NetworkWords {
  /// The word `:stub`, for answers in the server's place.
  var stub: ToolCommand {
    ToolCommand(
      "stub",
      Message(
        "answers in the server's place: :stub POST /login -> 503 after 1s, then 200 {…}; off ends them",
        "代替服务器响应：:stub POST /login -> 503 after 1s, then 200 {…}；off 取消"),
      words: ["POST /login -> timeout after 1s", "off all"]
    ) { [self] in try await stub($0) }
  }

  private func stub(_ argument: String) async throws -> [Record] {
    let words = argument.split(separator: " ", maxSplits: 1)
    if words.isEmpty { return [listed] }
    if words[0] == "off" {
      return try await endStubs(words.dropFirst().first ?? "all")
    }
    let stub: Stub
    do throws(Message) { stub = try Stub(parsing: argument) } catch {
      guard let meant = Stub.meant(by: argument) else { throw error }
      throw Message.stubMeant(error, redacted(ParsedText(":stub \(meant)")))
    }
    let number = api.stubs.add(stub)
    await api.forgetResponses(to: stub)
    return [.note(.stub(number, stub.name, told(stub)))]
  }

  private var listed: Record {
    let stubs = api.stubs.stubs
    guard !stubs.isEmpty else {
      return .note(.noStubsYet)
    }
    return .page(
      title: .stubs,
      rows: stubs.map {
        ("#\($0.number)  \($0.name)", "\(told($0))  ×\($0.count)")
      })
  }

  /// Returns the answers of a stub without secrets, like the recorded statement that created it.
  private func told(_ stub: Stub) -> String {
    let answers = stub.answers.map(\.description).joined(separator: ", then ")
    let start = ":stub / -> "
    return String(redacted(ParsedText(start + answers)).dropFirst(start.count))
  }

  /// Ends the stubs of `off all`, `off #1` or `off GET /posts/{id}`.
  private func endStubs(_ which: Substring) async throws -> [Record] {
    let ended: [Stub]
    if which == "all" {
      ended = api.stubs.remove { _ in true }
    } else if let number = Int(which.first == "#" ? which.dropFirst() : which) {
      ended = api.stubs.remove { $0.number == number }
    } else {
      let (method, path) = try Stub.request(which)
      ended = api.stubs.remove { $0.name == "\(method) \(path)" }
    }
    guard !ended.isEmpty else {
      guard which != "all" else { return [.note(.noStubs)] }
      throw Message.noStub(String(which.prefix(40)))
    }
    return ended.map { .note(.stubEnded($0.number, $0.name)) }
  }
}
