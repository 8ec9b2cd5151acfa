import ArgumentParser
import Foundation
import REPLKit
import REPLTerminal

/// The arguments that the workshop adds to those of each program.
struct WorkshopArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use the workshop API at this address instead of starting one on this machine.",
      "使用这个网址的工作坊 API，不在本机启动。",
      valueName: "url"), transform: address)
  var api: URL?

  @Option(
    help: ArgumentHelp(
      "Seeds the flaky network and the failing server: the same number gives the same run.",
      "不稳定的网络与出错的服务器的随机种子：数字相同，结果相同。",
      valueName: "number"))
  var seed: UInt64 = 1

  private static func address(_ text: String) throws -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil
    else {
      let message = Message(
        "'\(text)' is not a web address. Write it whole: --api http://127.0.0.1:8080",
        "“\(text)”不是网址。请写完整：--api http://127.0.0.1:8080")
      throw ValidationError(message.text(in: .ofProcess))
    }
    return url
  }
}
