import Foundation
import Networking
import NetworkingSimulation
import REPLKit

/// The words `:network` and `:server`, which set how the network and the workshop's server behave, and the word
/// `:stub`, which sets answers in the server's place.
@MainActor
struct NetworkWords {
  /// The services that the words control now.
  let backend: @MainActor () -> Backend
  /// An entry without secrets.
  let redacted: @MainActor (ParsedText) -> String

  var api: WorkshopAPI { backend().api }

  var commands: [ToolCommand] {
    [
      ToolCommand(
        "network",
        Message(
          "the network: wifi, cellular or offline; and how it behaves: good, slow or flaky 25%",
          "网络，一次写一个：wifi 无线、cellular 移动、offline 断网；或状况：good 良好、slow 缓慢、flaky 25% 时有失败"),
        words: ["wifi", "cellular", "offline", "good", "slow", "flaky 25%"]
      ) { [self] in try setNetwork($0) },
      ToolCommand(
        "server",
        Message(
          "the workshop's API server: start, stop, log, delay 1s, fail 25%, limit 10 or normal",
          "工作坊的服务器：start 启动、stop 停止、log 日志、delay 1s 延迟、fail 25% 失败、limit 10 限次、normal 正常"),
        words: ["start", "stop", "log", "delay 1s", "fail 25%", "limit 10", "normal"]
      ) { [self] in try await serve($0) },
      stub,
    ]
  }

  private func setNetwork(_ argument: String) throws -> [Record] {
    let words = argument.split(separator: " ").map(String.init)
    switch (words.first, words.dropFirst().first, words.count) {
    case (nil, _, _): break
    // A person who has typed offline tries this next.
    case ("wifi", nil, _), ("online", nil, _): api.reachability.status = .wifi
    case ("cellular", nil, _): api.reachability.status = .cellular
    case ("offline", nil, _): api.reachability.status = .notReachable
    case ("good", nil, _): behave(.good)
    case ("slow", nil, _): behave(.slow)
    case ("flaky", nil, _): behave(.flaky())
    case ("flaky", let rate?, 2): behave(.flaky(try Self.share(rate)))
    default:
      throw Message.networkNotKnown(argument)
    }
    return [.note(.network(api.network.conditions, api.reachability.status))]
  }

  /// Sets how the network behaves; an offline network becomes Wi-Fi.
  private func behave(_ conditions: NetworkConditions) {
    api.network.conditions = conditions
    if !api.reachability.status.isReachable { api.reachability.status = .wifi }
  }

  private func serve(_ argument: String) async throws -> [Record] {
    let words = argument.split(separator: " ").map(String.init)
    if api.address != nil, !words.isEmpty {
      throw Message.otherAPI(try await api.base().absoluteString)
    }
    let handler = api.server.handler
    var switches = await handler.switches
    switch (words.first, words.dropFirst().first) {
    case (nil, _): break
    case ("start", nil):
      _ = try await api.server.start()
      backend().isServerStarted = true
    case ("stop", nil):
      await api.server.stop()
      backend().isServerStarted = false
      return [.note(.serverStopped)]
    case ("log", nil): return [Self.page(await handler.lines)]
    case ("delay", let time?): switches.delay = try Self.duration(time)
    case ("fail", let rate?): switches.failureRate = try Self.share(rate)
    case ("limit", let count?):
      guard let count = Int(count), count > 0 else {
        throw Message.noNumberOfRequests(count)
      }
      switches.requestsPerMinute = count
    case ("normal", nil): switches = WorkshopSwitches(seed: switches.seed)
    default:
      throw Message.serverNotKnown(argument)
    }
    if await handler.switches != switches { await handler.setSwitches(switches) }
    return [.note(.server(try await api.base().absoluteString, switches))]
  }

  private static func page(_ lines: [String]) -> Record {
    guard !lines.isEmpty else { return .note(.noRequests) }
    let rows = lines.enumerated().map { (word: "\($0.offset + 1)", text: $0.element) }
    return .page(title: .requests, rows: rows)
  }

  /// Parses `25%` or `0.25` as 0.25.
  private static func share(_ text: String) throws -> Double {
    let isPercent = text.hasSuffix("%")
    guard let number = Double(isPercent ? String(text.dropLast()) : text) else {
      throw Message.noShare(text)
    }
    let share = isPercent ? number / 100 : number
    guard (0...1).contains(share) else {
      throw Message.shareTooLarge(text)
    }
    return share
  }

  /// Parses `250ms` or `2s`.
  nonisolated static func duration(_ text: String) throws(Message) -> Duration {
    if text.hasSuffix("ms"), let number = Int(text.dropLast(2)), (0...60_000).contains(number) {
      return .milliseconds(number)
    }
    if text.hasSuffix("s"), let number = Double(text.dropLast()), (0...60).contains(number) {
      return .seconds(number)
    }
    throw .noDelay(text)
  }
}
