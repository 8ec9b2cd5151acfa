public import REPLKit

extension Studio {
  /// The tool command `:serve`, which opens the session in a browser, with `:serve on ADDRESS:PORT` and `:serve off`.
  public var word: ToolCommand {
    ToolCommand("serve", .aboutServe, words: ["on", "off"]) { [weak self] argument in
      guard let self else { return [] }
      let words = argument.split(separator: " ").map(String.init)
      switch words.first {
      case nil: return [.note(try await serve())]
      case "on" where words.count == 1: return [.note(try await serve())]
      case "on" where words.count == 2:
        let endpoint = try StudioEndpoint(words[1])
        // A person must not overlook that a session that is served already stays as reachable as before.
        guard endsAfterEntry || place == nil else { throw Message.servedAlready }
        if endsAfterEntry { await stop() }
        return [.note(try await serve(on: endpoint))]
      case "off" where words.count == 1:
        lost = nil
        guard place != nil, !endsAfterEntry else { return [.note(.notServed)] }
        // The server ends after the entry, so that the browsers still receive the answer of this entry.
        endsAfterEntry = true
        return [.note(.servedNoLonger)]
      default: throw Message.serveOrOff
      }
    }.unrecorded()
  }

  /// Serves the session, and returns its address.
  ///
  /// - Parameters:
  ///   - place: A place that was served before; by default the place of a server that has ended by itself. If it is not
  ///     available, only the loopback interface is used.
  ///   - endpoint: Another endpoint; by default the loopback interface, at a port that the system chooses.
  /// - Returns: The address, with instructions for its use.
  /// - Throws: The system's error if the endpoint is not available.
  public func serve(
    at place: StudioPlace? = nil, on endpoint: StudioEndpoint? = nil
  ) async throws(Message) -> Message {
    if endpoint == nil, let place = place ?? lost, let found = try? await start(at: place) {
      return .served(found)
    }
    return .served(try await start(on: endpoint ?? .loopback))
  }

  /// The tool command for a host without a prompt, where entries cannot be made.
  public static let wordWithoutPrompt = ToolCommand("serve", .aboutServe, words: ["on", "off"]) {
    _ in
    throw Message.serveNeedsPrompt
  }.unrecorded()
}
