public import REPLKit

extension Studio {
  /// The word `:serve`, which opens the session in a browser, and `:serve off`.
  public var word: ToolCommand {
    ToolCommand("serve", .aboutServe, words: ["off"]) { [weak self] argument in
      guard let self else { return [] }
      switch argument {
      case "": return [.note(try await serve())]
      case "off":
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
  /// - Parameter place: The place; a port that the system chooses and a new token by default, also where the place is taken.
  ///   Where the server has ended by itself, its place is the default.
  /// - Returns: The address, with what to do with it.
  /// - Throws: The system's reason when it gives no port.
  public func serve(at place: StudioPlace? = nil) async throws(Message) -> Message {
    if let place = place ?? lost, let found = try? await start(at: place) {
      return .served(found.address)
    }
    return .served(try await start().address)
  }

  /// The word where there is no prompt, at which entries could be made.
  public static let wordWithoutPrompt = ToolCommand("serve", .aboutServe, words: ["off"]) { _ in
    throw Message.serveNeedsPrompt
  }.unrecorded()
}
