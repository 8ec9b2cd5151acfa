import FlyingSocks
public import REPLKit

/// A server that shows a session in browsers: its screens, its prompt and its pictures, at an address of this machine.
///
/// Each action in a browser becomes an entry at the host's own prompt, in one queue with typed entries. The host takes
/// entries with ``nextEntry()``, and reports each running entry, whether typed or from a browser.
///
/// ```swift
/// let studio = Studio(session, program: "shop")
/// session.add(studio.word)          // :serve, :serve off
/// studio.onEntry = { wakePrompt() }
/// ```
/// The studio does not listen before ``start(at:on:)``, and does no work without a browser. The main actor isolates it.
@MainActor
public final class Studio {
  /// Called when a browser has come or gone, which changes the session's question before a person leaves.
  public var onGuests: @MainActor () -> Void = {}
  /// Called when an entry of a browser waits for ``nextEntry()``.
  public var onEntry: @MainActor () -> Void = {}
  /// Returns the host's current activity while the host takes no entries, for the browsers; `nil` when it is free.
  public var reasonToWait: @MainActor () -> Message? = { nil }
  /// Called when the session begins to be served, before anything shows an address.
  public var onStart: @MainActor (StudioPlace) -> Void = { _ in }
  let session: Session
  /// A counter that is incremented when something that a browser may show changes.
  private(set) var revision = 0
  private let program: String
  private let entries = StudioEntries()
  private var log: StudioLog?
  private var server: StudioServer?
  /// The place of a server that has ended by itself; browsers that reconnect find it again there.
  var lost: StudioPlace?
  /// Creates the pool in which the sockets of a server wait.
  var makePool: @Sendable () -> any AsyncSocketPool = { StudioPool() }
  /// The clock for the timeouts of connections without admission.
  var connectionClock: any Clock<Duration> = ContinuousClock()
  private var identity = ""
  private var guests: [StudioGuest] = []
  private var followers: [String: ScreenFollower] = [:]
  let graphs = StudioGraphs()
  /// The language of the current pictures.
  private var language = HelpLanguage.english
  /// Whether the server stops after the running entry.
  var endsAfterEntry = false
  private var isWaking = false
  /// Whether states are being computed for a browser; changes in the graph are not news then.
  private var isLooking = false

  /// The maximum number of connected browsers.
  static let mostGuests = 16
  /// The maximum number of read-only browsers; the rest is reserved for browsers with full permission.
  static let mostReaders = 12
  /// The number of timeline statements that are sent, before and after the present.
  private static let mostSteps = 200

  /// Creates the studio of a session; it does not serve yet.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - program: The name of the program.
  public init(_ session: Session, program: String) {
    (self.session, self.program) = (session, program)
    session.addLossOfLeaving { [weak self] in
      let count = self?.guests.count ?? 0
      return count == 0 ? nil : .browsersAreDisconnected(count)
    }
  }

  /// The place at which the session is served; `nil` if it is not served.
  public var place: StudioPlace? { server?.place }

  /// Serves the session until ``stop()``; a session that is already served keeps its place.
  ///
  /// - Parameters:
  ///   - place: A place that was served before; none by default.
  ///   - endpoint: Another endpoint, with new tokens; by default the loopback interface, at a port that the system
  ///     chooses.
  /// - Returns: The place at which the session is served.
  /// - Throws: The system's error if the endpoint is not available.
  @discardableResult
  public func start(
    at place: StudioPlace? = nil, on endpoint: StudioEndpoint = .loopback
  ) async throws(Message) -> StudioPlace {
    endsAfterEntry = false
    if let place = self.place { return place }
    let server: StudioServer
    do {
      server = try await StudioServer.start(
        at: place, on: endpoint, pool: makePool(), clock: connectionClock
      ) { [weak self] in self?.receive($0) ?? .refused([StudioFrame(.tryAgainLater)]) }
    } catch {
      throw .cannotBeServed(Self.reason(of: error))
    }
    // A concurrent call may have started a server first.
    if let place = self.place {
      await server.stop()
      return place
    }
    self.server = server
    lost = nil
    onStart(server.place)
    open()
    Task { [weak self] in
      let reason = await server.end()
      self?.takeEnd(of: server, reason)
    }
    return server.place
  }

  /// Reports that a server has ended, unless it was stopped.
  private func takeEnd(of server: StudioServer, _ reason: any Error) {
    guard self.server === server else { return }
    self.server = nil
    lost = server.place
    close()
    session.say(.serverHasEnded(Self.reason(of: reason)))
  }

  private static func reason(of error: any Error) -> Message {
    if case SocketError.failed(_, let code, _) = error { .system(code) } else { Message(error) }
  }

  /// Starts to record the output, and accepts browsers.
  func open() {
    identity = StudioToken.random()
    let log = StudioLog()
    self.log = log
    session.onTell = { [weak self] record in
      guard let self else { return }
      log.take(
        record, from: session.origin, wokenBy: session.wake, at: session.clock.moment,
        in: session.language)
      noteNews()
    }
    session.onConceal = { [weak self] in self?.conceal($0, $1) }
  }

  /// Disconnects all browsers, and accepts no more.
  func close() {
    (session.onTell, session.onConceal) = (nil, nil)
    // Whoever has entered what has not run is told so before the connection ends.
    entries.close()
    for guest in guests { guest.sendAway() }
    log = nil
  }

  /// Closes all connections and stops listening.
  public func stop() async {
    guard let server else { return }
    self.server = nil
    close()
    await server.stop()
  }

  // MARK: Entries

  /// Returns the next entry of a browser, which the host runs like a typed entry; `nil` if none waits.
  public func nextEntry() -> String? { entries.take() }

  /// Whether an entry of a browser waits.
  public var hasEntry: Bool { !entries.isEmpty }

  /// Records that an entry begins to run.
  ///
  /// - Parameter text: The entry without secrets.
  public func begin(_ text: String) {
    guard let log else { return }
    log.begin(
      text, from: entries.isTaken ? .browser : .prompt, at: session.clock.moment,
      in: session.language)
    noteNews()
  }

  /// Records that the entry has ended.
  public func end(_ status: Status) async {
    log?.end()
    entries.end(status)
    noteNews()
    guard endsAfterEntry else { return }
    endsAfterEntry = false
    await stop()
  }

  /// Removes a secret from the recorded conversation.
  ///
  /// The conversation gets a new identity. Each browser, also one that reconnects later, therefore discards its records
  /// and receives them again.
  private func conceal(_ isNew: Bool, _ redact: (String) -> String) {
    guard let log, log.conceal(redact) || isNew else { return }
    identity = StudioToken.random()
    for guest in guests { guest.startOver() }
    noteNews()
  }

  func enter(
    _ text: String, of guest: StudioGuest, end: @escaping @MainActor (Status?) -> Void
  ) -> Bool {
    guard log != nil, entries.add(text, of: ObjectIdentifier(guest), end: end) else { return false }
    onEntry()
    noteNews()
    return true
  }

  // MARK: Browsers

  /// Creates a guest for a connection; `nil` if there are too many, or if the session is not served.
  func welcome(_ permission: StudioPermission = .full) -> StudioGuest? {
    guard log != nil, guests.count < Self.mostGuests else { return nil }
    if permission == .readOnly {
      guard guests.count(where: { $0.permission == permission }) < Self.mostReaders else {
        return nil
      }
    }
    let guest = StudioGuest(self, permission)
    guests.append(guest)
    session.onActivity = { [weak self] in self?.noteNews() }
    onGuests()
    return guest
  }

  /// Receives a connection; the page of a browser that is one too many is told so, in the session's language.
  func receive(_ permission: StudioPermission) -> StudioConnection.Reception {
    if let guest = welcome(permission) { return .guest(guest) }
    var hello = hello(permission)
    hello.problem = Message.tooManyBrowsers.text(in: session.language)
    return .refused([StudioFrame(StudioMessage.hello(hello).line), StudioFrame(.tryAgainLater)])
  }

  func remove(_ guest: StudioGuest) {
    guests.removeAll { $0 === guest }
    dropScreens()
    if guests.isEmpty { session.onActivity = nil }
    onGuests()
  }

  /// Notifies the browsers that wait for news, after the current work.
  ///
  /// The other browsers ask later. So a browser that is drawing or hidden costs a statement nothing.
  private func noteNews() {
    guard !isLooking, !guests.isEmpty else { return }
    revision += 1
    guard !isWaking, guests.contains(where: \.wantsNews) else { return }
    isWaking = true
    Task { [weak self] in
      guard let self else { return }
      isWaking = false
      for guest in guests { guest.wake() }
    }
  }

  // MARK: What they see

  func hello(_ permission: StudioPermission) -> StudioHello {
    StudioHello(
      version: StudioHello.version, program: program, permission: permission, session: identity,
      language: session.language.rawValue, words: Message.studioWords(in: session.language),
      hasLessons: session.hasLessons)
  }

  func records(after seen: Int, most count: Int) -> (lost: Int, records: [StudioRecord]) {
    log?.records(after: seen, most: count, session.masked) ?? (0, [])
  }

  /// The states that a browser should show.
  func states(for look: StudioLook, _ permission: StudioPermission) -> [StudioMessage] {
    isLooking = true
    defer { isLooking = false }
    var states: [StudioMessage] = [.hello(hello(permission)), .names(session.namedViewModels)]
    if let path = look.screen {
      states.append(
        .picture(path: path, session.talkShowsScreensLater ? nil : try? picture(of: path)))
    }
    if let path = look.graph { states.append(.graph(path: path, drawing(ofGraph: path))) }
    if let paths = look.marbles {
      states.append(.marbles(of: paths, lines: session.marbles(of: paths)))
    }
    states.append(.timeline(session.timeline(most: Self.mostSteps)))
    states.append(.lesson(session.lessonRow ?? ""))
    let notes = session.talkNotes
    states.append(.talk(permission == .full ? notes : notes?.forAudience))
    states.append(.running(log?.entry?.text ?? waiting))
    return states
  }

  /// The reason why entries of browsers wait; empty if none waits.
  private var waiting: String {
    entries.isEmpty ? "" : reasonToWait()?.text(in: session.language) ?? ""
  }

  private func drawing(ofGraph path: String) -> GraphDrawing? {
    graphs.drawing(of: path, at: revision) {
      session.drawing(ofGraph: path)
    } onDue: { [weak self] in
      self?.noteNews()
    }
  }

  /// Returns the screen of the view-model at a path, and updates it from now on.
  ///
  /// - Throws: `Message` if the path does not lead to a view-model.
  func picture(of path: String) throws -> ScreenPicture {
    if language != session.language {
      language = session.language
      for follower in followers.values { follower.end() }
      followers = [:]
    }
    if let picture = followers[path]?.picture { return picture }
    followers[path]?.end()
    followers[path] = nil
    let follower = try session.follow(path) { [weak self] in self?.noteNews() }
    guard let picture = follower.picture else {
      follower.end()
      throw Message.nothingToDraw(path)
    }
    followers[path] = follower
    return picture
  }

  /// Drops the screens and graphs that no browser shows.
  func dropScreens() {
    graphs.keep(Set(guests.compactMap(\.look.graph)))
    let wanted = Set(guests.compactMap(\.look.screen))
    for (path, follower) in followers where !wanted.contains(path) {
      follower.end()
      followers[path] = nil
    }
  }

  func completion(id: Int, of text: String, at cursor: Int) -> StudioCompletion {
    let found = Completer.complete(text, cursor: cursor, symbols: session.symbols)
    return StudioCompletion(
      id: id, start: found.replaced.lowerBound, end: found.replaced.upperBound,
      items: found.candidates.prefix(50).map {
        StudioCompletion.Item(text: $0.text, kind: $0.kind, detail: $0.detail)
      })
  }
}
