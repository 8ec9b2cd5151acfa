import Foundation
import Models
import REPLKit

/// One browser: what it has been sent, and what it wants.
///
/// Nothing is queued for it: what is new is found out when it asks and its connection can take more. While it does not
/// read, its requests wait, too.
@MainActor
final class StudioGuest {
  /// What it may do.
  let permission: StudioPermission
  private let studio: Studio
  private nonisolated let interruption: Interruption
  /// What it looks at.
  private(set) var look = StudioLook()
  /// The number of the last record that it was sent.
  private var sent = 0
  /// Whether the conversation has become another one: what it says that it has seen may be of the one before.
  private var hasStartedOver = false
  /// Whether it has asked for news and been sent none yet.
  private(set) var wantsNews = false
  /// The revision of the studio up to which it has all.
  private var revision = -1
  /// The states that it was sent last, by their kinds.
  private var shown: [String: StudioMessage] = [:]
  private var frames: [StudioFrame] = []
  private var isClosed = false
  private var writer: CheckedContinuation<Void, Never>?
  private var reader: CheckedContinuation<Void, Never>?

  /// While more frames than this wait, no request is read.
  private static let mostFrames = 64
  /// The number of bytes of a path that it may look at.
  private static let longestPath = 1_000
  /// The number of records that are sent at once.
  private static let mostRecords = 100

  init(_ studio: Studio, _ permission: StudioPermission) {
    (self.studio, self.permission) = (studio, permission)
    interruption = studio.session.interruption
    let hello = StudioMessage.hello(studio.hello(permission))
    shown[hello.kind] = hello
    send(hello)
  }

  // MARK: Writing

  /// Waits for frames for the browser, which are sent together: each sending costs more than a frame.
  ///
  /// - Parameter count: How many at most.
  /// - Returns: Those that wait; `nil` at the end.
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

  /// Looks whether there is something to write.
  func wake() {
    writer?.resume()
    writer = nil
  }

  /// Lets it begin again with the first record.
  func startOver() { (look.seen, sent, hasStartedOver, revision) = (0, 0, true, -1) }

  func send(_ message: StudioMessage) { send(frame(of: message)) }

  /// The frame of a message; for whoever may only look, without the secret that allows more, wherever it was shown.
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

  /// Ends the connection; the other side is told why, if there is something to tell.
  func close(_ end: StudioEnd? = nil) {
    guard !isClosed else { return }
    if let end { frames.append(StudioFrame(end)) }
    isClosed = true
    studio.remove(self)
    wake()
    reader?.resume()
    reader = nil
  }

  /// Ends the connection because nothing is served any more.
  func sendAway() { close(.goingAway) }

  /// Adds what it has not been sent yet, and the end of the turn.
  private func addNews() {
    revision = studio.revision
    let (lost, records) = studio.records(
      after: max(look.seen, sent), most: Self.mostRecords)
    sent = records.last?.id ?? sent
    var news: [StudioMessage] = lost > 0 ? [.gap(lost)] : []
    news += records.map { .record($0) }
    for state in studio.states(for: look, permission) where shown[state.kind] != state {
      shown[state.kind] = state
      // The records are those of the conversation that it names.
      if case .hello = state { news.insert(state, at: 0) } else { news.append(state) }
    }
    // The rest comes with the next turn.
    if records.count == Self.mostRecords { revision = -1 }
    guard !news.isEmpty else { return }
    wantsNews = false
    frames += (news + [.turn]).map { frame(of: $0) }
  }

  // MARK: Reading

  /// Hears of a message before its turn: a request to cancel ends a computation, which keeps the main actor to itself.
  nonisolated func hear(_ text: String) {
    guard permission == .full, text.utf8.count < 100, text.contains("cancel"),
      case .cancel? = try? ModelDecoder().decode(StudioRequest.self, from: text)
    else { return }
    interruption.raise()
  }

  /// Takes a message; returns when the next one may be read.
  ///
  /// What comes behind the end is not done.
  func take(_ text: String) async {
    guard !isClosed else { return }
    do {
      handle(try ModelDecoder().decode(StudioRequest.self, from: text))
    } catch {
      send(.answer(StudioAnswer(id: 0, problem: told(.notUnderstood))))
    }
    await keepPace()
  }

  /// Answers a frame; returns when the next one may be read.
  func answer(_ frame: StudioFrame) async {
    send(frame)
    await keepPace()
  }

  /// Waits until the browser has read what waits for it (back-pressure).
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
      // It may have dropped what is on its way, and wants what it looks at again.
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
