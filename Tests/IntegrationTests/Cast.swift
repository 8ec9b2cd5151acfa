import Foundation
import TerminalTestSupport

/// A recording that the program has written, read back.
struct Cast {
  /// The screen at its end.
  var screen: ScreenEmulator
  /// The labels of its markers, in their order.
  var markers: [String] = []
  /// Everything that the terminal got.
  var output = ""
  /// Whether each line is an event.
  var isWhole = true

  init(_ file: URL) throws {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let header =
      try JSONSerialization.jsonObject(with: Data((lines.first ?? "{}").utf8)) as? [String: Any]
    screen = ScreenEmulator(
      columns: header?["width"] as? Int ?? 0, rows: header?["height"] as? Int ?? 0)
    for line in lines.dropFirst() {
      let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any]
      guard let event, event.count == 3, let text = event[2] as? String else {
        isWhole = false
        continue
      }
      switch event[1] as? String {
      case "o":
        screen.feed(text.utf8)
        output += text
      case "m": markers.append(text)
      case "r":
        let size = text.split(separator: "x").compactMap { Int($0) }
        screen.resize(columns: size[0], rows: size[1])
      default: isWhole = false
      }
    }
  }
}
