import Foundation
import Models
import REPLKit

/// A connected browser: its state, and its requests.
///
/// News is not queued. It is computed when the browser asks for it and the connection is ready. While the browser does
/// not read, its requests wait, too.
@MainActor
final class StudioGuest {
  /// The permission of the browser.
  let permission: StudioPermission
  private let studio: Studio
  private nonisolated let interruption: Interruption
  /// The parts that the browser shows.
  private(set) var look = StudioLook()
  /// The number of the last record that was sent to it.
  private var sent = 0
  /// Whether the conversation got a new identity; the browser's last seen record may belong to the old one.
  private var hasStartedOver = false
  /// Whether the browser waits for news.
  private(set) var wantsNews = false
  /// The studio's revision that the browser has completely received.
  private var revision = -1
  /// The states that were last sent, by kind.
  private var shown: [String: StudioMessage] = [:]
  private var frames: [StudioFrame] = []
  private var isClosed = false
  private var writer: CheckedContinuation<Void, Never>?
  private var reader: CheckedContinuation<Void, Never>?

  /// The maximum number of waiting frames before requests are no longer read.
  private static let mostFrames = 64
  /// The maximum number of bytes of a path.
  private static let longestPath = 1_000
  /// The maximum number of records in one turn.
  private static let mostRecords = 100

  init(_ studio: Studio, _ permission: StudioPermission) {
    (self.studio, self.permission) = (studio, permission)
    interruption = studio.session.interruption
    let hello = StudioMessage.hello(studio.hello(permission))
    shown[hello.kind] = hello
    send(hello)
  }

  // MARK: Writing

  /// Waits for frames to the browser; they are sent together, since a call to send costs more than a frame.
  ///
  /// - Parameter count: The maximum number of frames.
  /// - Returns: The waiting frames; `nil` at the end.
  func nextFrames(most count: Int = .max) async -> [StudioFrame]? {
    while true {
      if !frames.isEmpty {
        reader?.resume()
        reader = nil
        defer { frames.removeFirst(min(count, frames.count)) }
        return Array(frames.prefix(count))
      }
      guard !isClosed else { return nil }
      if wantsNews, revision != studio.revision {
        addNews()
        continue
      }
      await withCheckedContinuation { writer = $0 }
    }
  }

  /// Resumes the writer, which then checks for something to write.
  func wake() {
    writer?.resume()
    writer = nil
  }

  /// Sends the browser the conversation again, from its first record.
  func startOver() { (look.seen, sent, hasStartedOver, revision) = (0, 0, true, -1) }

  func send(_ message: StudioMessage) { send(frame(of: message)) }

  /// Returns the frame of a message; a read-only browser never receives the token with full permission.
  private func frame(of message: StudioMessage) -> StudioFrame {
    guard permission == .readOnly, let token = studio.place?.token else {
      return StudioFrame(message.line)
    }
    return StudioFrame(message.line.replacingOccurrences(of: token, with: "…"))
  }

  func send(_ frame: StudioFrame) {
    guard !isClosed else { return }
    frames.append(frame)
    wake()
  }

  /// Closes the connection, and sends the reason if there is one.
  func close(_ end: StudioEnd? = nil) {
    guard !isClosed else { return }
    if let end { frames.append(StudioFrame(end)) }
    isClosed = true
    studio.remove(self)
    wake()
    reader?.resume()
    reader = nil
  }

  /// Closes the connection because the session is no longer served.
  func sendAway() { close(.goingAway) }

  /// Adds everything that the browser has not received, and the end of the turn.
  private func addNews() {
    revision = studio.revision
    let (lost, records) = studio.records(
      after: max(look.seen, sent), most: Self.mostRecords)
    sent = records.last?.id ?? sent
    var news: [StudioMessage] = lost > 0 ? [.gap(lost)] : []
    news += records.map { .record($0) }
    for state in studio.states(for: look, permission) where shown[state.kind] != state {
      shown[state.kind] = state
      // The records belong to the conversation that this state names, so it comes first.
      if case .hello = state { news.insert(state, at: 0) } else { news.append(state) }
    }
    // The next turn sends the rest.
    if records.count == Self.mostRecords { revision = -1 }
    guard !news.isEmpty else { return }
    wantsNews = false
    frames += (news + [.turn]).map { frame(of: $0) }
  }

  // MARK: Reading

  /// Inspects a message early: a request to cancel interrupts a computation, which blocks the main actor.
  nonisolated func hear(_ text: String) {
    guard permission == .full, text.utf8.count < 100, text.contains("cancel"),
      case .cancel? = try? ModelDecoder().decode(StudioRequest.self, from: text)
    else { return }
    interruption.raise()
  }

  /// Processes a message; returns when the next one may be read.
  ///
  /// Messages after the end are ignored.
  func take(_ text: String) async {
    guard !isClosed else { return }
    do {
      handle(try ModelDecoder().decode(StudioRequest.self, from: text))
    } catch {
      send(.answer(StudioAnswer(id: 0, problem: told(.notUnderstood))))
    }
    await keepPace()
  }

  /// Sends a frame in answer to another; returns when the next one may be read.
  func answer(_ frame: StudioFrame) async {
    send(frame)
    await keepPace()
  }

  /// Waits until the browser has read most waiting frames (back-pressure).
  private func keepPace() async {
    guard frames.count > Self.mostFrames, !isClosed else { return }
    await withCheckedContinuation { reader = $0 }
  }

  private func handle(_ request: StudioRequest) {
    if permission == .readOnly, request.isAct {
      return send(.answer(StudioAnswer(id: request.id, problem: told(.readOnly))))
    }
    switch request {
    case .pull(var look):
      if hasStartedOver { look.seen = min(look.seen, sent) }
      let paths = [look.screen, look.graph, look.marbles].compactMap(\.self)
      guard paths.allSatisfy({ $0.utf8.count <= Self.longestPath }) else {
        return send(.answer(StudioAnswer(id: 0, problem: told(.notUnderstood))))
      }
      if look != self.look { revision = -1 }
      // The browser may have discarded a state in transit, so its new parts are sent again.
      if look.screen != self.look.screen { shown["picture"] = nil }
      if look.graph != self.look.graph { shown["graph"] = nil }
      if look.marbles != self.look.marbles { shown["marbles"] = nil }
      self.look = look
      wantsNews = true
      studio.dropScreens()
      wake()
    case .statement(let id, let text): enter(text, id)
    case .set(let id, let screen, let path, let text):
      enter(id) { try studio.picture(of: screen).statement(setting: path, to: text) }
    case .call(let id, let screen, let statement, let texts):
      enter(id) { try studio.picture(of: screen).statement(calling: statement, with: texts) }
    case .complete(let id, let text, let cursor):
      send(.completion(studio.completion(id: id, of: text, at: cursor)))
    case .cancel: studio.session.cancelRunning()
    }
  }

  private func enter(_ id: Int, _ statement: () throws -> String) {
    do { enter(try statement(), id) } catch let message as Message {
      send(.answer(StudioAnswer(id: id, problem: told(message))))
    } catch {
      send(.answer(StudioAnswer(id: id, problem: told(.notUnderstood))))
    }
  }

  private func enter(_ text: String, _ id: Int) {
    let isTaken = studio.enter(text, of: self) { [weak self] status in
      guard let self else { return }
      send(
        .answer(
          StudioAnswer(
            id: id, status: status.map { Int($0.rawValue) },
            problem: status == nil ? told(.promptIsClosed) : nil)))
    }
    if !isTaken { send(.answer(StudioAnswer(id: id, problem: told(.tooManyEntries)))) }
  }

  private func told(_ message: Message) -> String { message.text(in: studio.session.language) }
}
