import ArgumentParser
import Foundation

/// The arguments that the workshop adds to those of each program.
struct WorkshopArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use the workshop API at this address instead of starting one on this machine.",
      valueName: "url"), transform: address)
  var api: URL?

  @Option(
    help: ArgumentHelp(
      "Seeds the flaky network and the failing server: the same number gives the same run.",
      valueName: "number"))
  var seed: UInt64 = 1

  private static func address(_ text: String) throws -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil
    else {
      throw ValidationError(
        "'\(text)' is not a web address. Write it whole: --api http://127.0.0.1:8080")
    }
    return url
  }
}
