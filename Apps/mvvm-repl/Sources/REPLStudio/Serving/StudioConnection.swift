import FlyingSocks
import Foundation

/// A connection with one request, answered by a file, a refusal, or the start of the protocol.
///
/// Before admission, a connection may hold at most ``StudioHead/longest`` bytes, for ``patience``. After admission, the
/// reader sets the pace of the writer.
struct StudioConnection: Sendable {
  /// The reception of a browser.
  enum Reception {
    case guest(StudioGuest)
    /// The browser gets these frames, and no more.
    case refused([StudioFrame])
  }

  /// Receives a browser.
  typealias Welcome = @MainActor @Sendable (StudioPermission) -> Reception

  /// The timeout for the request and its answer, and for the peer to hang up.
  static let patience = Duration.seconds(10)
  /// The number of bytes that are read and discarded from a peer that still sends.
  private static let mostUnread = 1 << 20

  let socket: AsyncSocket
  let access: StudioAccess
  let clock: any Clock<Duration>
  let welcome: Welcome
  /// Called after admission, and when the admitted browser leaves.
  let onVisit: @Sendable (_ begins: Bool) async -> Void

  /// An admitted browser, with the bytes after its request.
  private struct Visitor {
    let permission: StudioPermission
    let rest: [UInt8]
  }

  /// Serves the connection to its end.
  func serve() async {
    defer { try? socket.close() }
    do {
      if let visitor = try await inTime({ try await admit() }) {
        switch await welcome(visitor.permission) {
        case .guest(let guest):
          await onVisit(true)
          await talk(guest, visitor.rest)
          await onVisit(false)
        case .refused(let frames): try await inTime { try await socket.write(Data(frames)) }
        }
      }
      try await inTime { try await readToEnd() }
    } catch {
      // The peer has hung up, or a timeout has expired.
    }
  }

  /// Performs work with a timeout.
  private func inTime<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await clock.sleep(for: Self.patience)
        throw SocketError.timeout(message: "")
      }
      defer { group.cancelAll() }
      guard let result = try await group.next() else { throw CancellationError() }
      return result
    }
  }

  /// Reads the request, and answers it unless the browser is admitted.
  private func admit() async throws -> Visitor? {
    var reader = StudioHeadReader()
    do {
      while true {
        guard let (head, rest) = try reader.take(await socket.read(atMost: 4_096)) else { continue }
        return try await answer(head, rest)
      }
    } catch let refusal as StudioHead.Refusal {
      try await socket.write(StudioReply.refusal(refusal.status))
      return nil
    }
  }

  private func answer(_ head: StudioHead, _ rest: [UInt8]) async throws -> Visitor? {
    let verdict = access.verdict(
      method: head.method, target: head.target, host: head["host"], origin: head["origin"])
    if case .refused(let status) = verdict { throw StudioHead.Refusal(status: status) }
    guard !head.hasBody else { throw StudioHead.Refusal.malformed }
    let page: Data? =
      switch verdict {
      case .file(let name): StudioReply.file(name)
      case .moved(let path): StudioReply.moved(to: path)
      case .socket, .refused: nil
      }
    if let page {
      try await socket.write(head.method == "HEAD" ? StudioReply.head(of: page) : page)
    }
    guard case .socket(let permission) = verdict else { return nil }
    guard let reply = await StudioReply.handshake(for: head) else {
      throw StudioHead.Refusal.malformed
    }
    try await socket.write(reply)
    return Visitor(permission: permission, rest: rest)
  }

  /// Transfers messages in both directions until one side ends.
  private func talk(_ guest: StudioGuest, _ rest: [UInt8]) async {
    await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          while let frames = await guest.nextFrames() {
            do { try await socket.write(Data(frames)) } catch { return }
          }
        }
        group.addTask {
          await read(rest, for: guest)
          // The last answers may still be in transit; the peer may also never read them.
          try? await clock.sleep(for: Self.patience)
        }
        await group.next()
        await guest.close()
        group.cancelAll()
      }
    } onCancel: {
      Task { @MainActor in guest.close() }
    }
  }

  /// Processes messages one by one until the connection ends.
  private func read(_ rest: [UInt8], for guest: StudioGuest) async {
    let inbox = StudioInbox()
    async let reading: Void = readAhead(rest, into: inbox, for: guest)
    while let outcome = await inbox.next() {
      switch outcome {
      case .nothing: continue
      case .text(let text): await guest.take(text)
      case .answer(let frame): await guest.answer(frame)
      case .end(let end): await guest.close(end)
      }
    }
    await guest.close()
    await reading
  }

  private func readAhead(
    _ rest: [UInt8], into inbox: StudioInbox, for guest: StudioGuest
  ) async {
    var (reader, frames) = (StudioFrameReader(rest), StudioFrames())
    do {
      while true {
        while let frame = try reader.next() {
          let outcome = frames.take(frame)
          if case .text(let text) = outcome { guest.hear(text) }
          await inbox.add(outcome)
          if case .end = outcome { return await inbox.end() }
        }
        reader.add(try await socket.read(atMost: 4_096))
      }
    } catch let end as StudioEnd {
      await inbox.add(.end(end))
    } catch {
      // The peer has hung up, or the connection was cancelled.
    }
    await inbox.end()
  }

  /// Waits for the peer to hang up, because closing earlier would discard bytes that it has not read yet.
  private func readToEnd() async throws {
    socket.socket.endWriting()
    var count = 0
    while count < Self.mostUnread { count += try await socket.read(atMost: 4_096).count }
  }
}
