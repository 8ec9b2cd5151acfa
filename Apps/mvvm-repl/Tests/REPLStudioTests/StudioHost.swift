import BindingsTestSupport
import Foundation
import Models
import REPLKit
import ViewModels

@testable import REPLStudio

/// A host whose prompt takes the entries of browsers, and those of a test.
@MainActor
final class StudioHost {
  let session: Session
  let studio: Studio
  private let terminal: Terminal
  private var isRunning = false

  init() {
    var catalog = Catalog()
    let clock = SessionClock()
    catalog.add(SignUp.self) { SignUp(clock: clock) }
    let terminal = Terminal()
    self.terminal = terminal
    session = Session(catalog: catalog, clock: clock) { terminal.take($0) }
    studio = Studio(session, program: "test")
    // A machine that is busy for long takes nobody's patience away, and no graph counts as slow there.
    studio.connectionClock = ManualClock()
    studio.graphs.pace = StudioGraphs.Pace(now: { .zero }, wait: { _ in })
    for word in session.screenWords { session.add(word) }
    session.add(studio.word)
    studio.onEntry = { [weak self] in self?.wake() }
  }

  @MainActor
  private final class Terminal {
    var told: [String] = []

    func take(_ record: Record) { told.append(TextRenderer(style: .plain).text(record)) }
  }

  /// What a terminal would have shown.
  var told: [String] { terminal.told }

  /// A host at which browsers can be.
  static func open() -> StudioHost {
    let host = StudioHost()
    host.studio.open()
    return host
  }

  /// Enters a text as a person at the terminal does.
  @discardableResult
  func type(_ text: String) async -> Status {
    let parsed = ParsedText(text)
    studio.begin(session.symbols.redacted(parsed))
    let status = await session.run(parsed)
    await studio.end(status)
    return status
  }

  private func wake() {
    guard !isRunning else { return }
    isRunning = true
    Task {
      while let entry = studio.nextEntry() { await type(entry) }
      isRunning = false
    }
  }
}

extension StudioGuest {
  /// The next message.
  func message() async -> [String: DynamicValue] {
    guard let frame = await nextFrame(), case .object(let members)? = Self.value(of: frame) else {
      return [:]
    }
    return members
  }

  /// The next frame, alone.
  func nextFrame() async -> StudioFrame? { await nextFrames(most: 1)?.first }

  private static func value(of frame: StudioFrame) -> DynamicValue? {
    try? ModelDecoder().decode(DynamicValue.self, from: Data(frame.payload))
  }

  /// Asks for what is new, and reads to the end of the turn.
  func pull(
    _ look: StudioLook = StudioLook(seen: 0)
  ) async -> [[String: DynamicValue]] {
    let members = try? DynamicValue(encoding: look)
    guard case .object(var request)? = members else { return [] }
    request["kind"] = "pull"
    await take(JSONRenderer.line(.object(request)))
    return await turn()
  }

  /// Reads to the end of the turn.
  func turn() async -> [[String: DynamicValue]] {
    var messages: [[String: DynamicValue]] = []
    while true {
      let message = await message()
      guard !message.isEmpty, message["kind"] != "turn" else { return messages }
      messages.append(message)
    }
  }

  /// Sends a request, and reads up to the message that answers it.
  func ask(_ request: [String: DynamicValue]) async -> [String: DynamicValue] {
    await take(JSONRenderer.line(.object(request)))
    while true {
      let message = await message()
      if message.isEmpty || message["id"] == request["id"] && message["kind"] != "record" {
        return message
      }
    }
  }
}

extension [[String: DynamicValue]] {
  /// The last message of a kind.
  subscript(kind: String) -> [String: DynamicValue]? {
    last { $0["kind"] == .string(kind) }
  }

  /// The texts of the records.
  var texts: [String] {
    compactMap { message in
      guard message["kind"] == "record", case .string(let text)? = message["text"] else {
        return nil
      }
      return text
    }
  }
}
