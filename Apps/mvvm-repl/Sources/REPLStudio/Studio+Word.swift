public import REPLKit

extension Studio {
  /// The word `:serve`, which opens the session in a browser, `:serve on ADDRESS:PORT` and `:serve off`.
  public var word: ToolCommand {
    ToolCommand("serve", .aboutServe, words: ["on", "off"]) { [weak self] argument in
      guard let self else { return [] }
      let words = argument.split(separator: " ").map(String.init)
      switch words.first {
      case nil: return [.note(try await serve())]
      case "on" where words.count == 1: return [.note(try await serve())]
      case "on" where words.count == 2:
        let endpoint = try StudioEndpoint(words[1])
        // Elsewhere it stays as reachable as it was, which nobody may overlook.
        guard endsAfterEntry || place == nil else { throw Message.servedAlready }
        if endsAfterEntry { await stop() }
        return [.note(try await serve(on: endpoint))]
      case "off" where words.count == 1:
        lost = nil
        guard place != nil, !endsAfterEntry else { return [.note(.notServed)] }
        // The answer of this very entry reaches the browsers, too.
        endsAfterEntry = true
        return [.note(.servedNoLonger)]
      default: throw Message.serveOrOff
      }
    }.unrecorded()
  }

  /// Serves the session, and says where.
  ///
  /// - Parameters:
  ///   - place: A place that was served before; where the server has ended by itself, its place is the default. If it is
  ///     taken, the session is served on the loopback interface alone.
  ///   - endpoint: Where else; by default the loopback interface, at a port that the system chooses.
  /// - Returns: The address, with what to do with it.
  /// - Throws: The system's reason when it gives no port.
  public func serve(
    at place: StudioPlace? = nil, on endpoint: StudioEndpoint? = nil
  ) async throws(Message) -> Message {
    if endpoint == nil, let place = place ?? lost, let found = try? await start(at: place) {
      return .served(found)
    }
    return .served(try await start(on: endpoint ?? .loopback))
  }

  /// The word where there is no prompt, at which entries could be made.
  public static let wordWithoutPrompt = ToolCommand("serve", .aboutServe, words: ["on", "off"]) {
    _ in
    throw Message.serveNeedsPrompt
  }.unrecorded()
}
