import Foundation

// The file contains a group `f…` for all runs that are on the screen in the same steps; its name contains these steps.
extension AnimatedPicture {
  /// The width of a column and the height of a row, in pixels.
  private static let cell = (width: 8, height: 18)
  private static let margin = 16

  private static func x(_ column: Int) -> Int { margin + column * cell.width }
  private static func baseline(_ row: Int) -> Int { margin + (row + 1) * cell.height - 5 }

  /// Returns the picture as an SVG document.
  ///
  /// - Parameter title: The description of the picture for people who cannot see it.
  /// - Returns: The text of a file.
  public func svg(title: String) -> String {
    var spans: [Range<Int>: Set<Run>] = [:]
    for run in Set(steps.flatMap(\.runs)) {
      for span in self.spans(of: run) { spans[span, default: []].insert(run) }
    }
    let ordered = spans.sorted {
      ($0.key.lowerBound, $0.key.upperBound) < ($1.key.lowerBound, $1.key.upperBound)
    }
    let width = 2 * Self.margin + columns * Self.cell.width
    let height = 2 * Self.margin + rows * Self.cell.height
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)" width="\#(width)" "#
        + #"height="\#(height)" role="img">"#,
      "<title>\(Self.escaped(title))</title>", "<style>", style(of: ordered.map(\.key)), "</style>",
      #"<rect class="paper" width="\#(width)" height="\#(height)" rx="8"/>"#,
    ]
    for (span, runs) in ordered {
      lines.append(
        #"<g class="\#(Self.name(span))\#(span.upperBound == steps.count ? " last" : "")"><text>"#)
      lines += runs.sorted { ($0.row, $0.column) < ($1.row, $1.column) }.map(Self.element)
      lines.append("</text></g>")
    }
    lines += steps.indices.compactMap { cover(of: $0) }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  /// Returns the ranges of the steps in which a run is on the screen.
  private func spans(of run: Run) -> [Range<Int>] {
    var spans: [Range<Int>] = []
    for (index, step) in steps.enumerated() where step.runs.contains(run) {
      if spans.last?.upperBound == index {
        spans[spans.count - 1] = spans[spans.count - 1].lowerBound..<index + 1
      } else {
        spans.append(index..<index + 1)
      }
    }
    return spans
  }

  private static func name(_ span: Range<Int>) -> String {
    "f\(span.lowerBound)-\(span.upperBound)"
  }

  private static func element(_ run: Run) -> String {
    var classes: [String] = []
    if run.attributes.contains(1) { classes.append("b") }
    if run.attributes.contains(4) { classes.append("u") }
    if let colour = colour(of: run) { classes.append("c\(colour)") }
    let look = classes.isEmpty ? "" : #" class="\#(classes.joined(separator: " "))""#
    return
      #"<tspan x="\#(x(run.column))" y="\#(baseline(run.row))"\#(look)>\#(escaped(run.text))</tspan>"#
  }

  /// Returns the number of a run's colour among the 256 colours, which SGR selects with `38;5;n`.
  private static func colour(of run: Run) -> Int? {
    run.attributes.contains(38) ? run.attributes.subtracting([38, 5]).first { $0 > 15 } : nil
  }

  /// Returns a rectangle that covers the text that is not typed yet, with the cursor at its edge.
  private func cover(of index: Int) -> String? {
    guard let row = steps[index].typing?.row else { return nil }
    let y = Self.margin + row * Self.cell.height
    let start = Self.x(2)
    return #"<g class="\#(Self.name(index..<index + 1))"><g class="t\#(index)">"#
      + #"<rect class="paper" x="\#(start)" y="\#(y)" width="\#(columns * Self.cell.width)" height="\#(Self.cell.height)"/>"#
      + #"<rect class="cursor" x="\#(start)" y="\#(y)" width="\#(Self.cell.width)" height="\#(Self.cell.height)"/></g></g>"#
  }

  private func style(of spans: [Range<Int>]) -> String {
    let total = steps.reduce(0) { $0 + $1.duration }
    var starts = [0.0]
    for step in steps { starts.append(starts[starts.count - 1] + step.duration) }
    func percent(_ step: Int) -> String {
      starts[step] == 0 ? "0%" : String(format: "%.2f%%", 100 * starts[step] / total)
    }
    let seconds = String(format: "%.1fs", total)
    let typed = steps.indices.filter { steps[$0].typing != nil }
    var rules = [
      "text{font:13.3px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1f2328}",
      ".paper{fill:#fff}.cursor{fill:#8c959f}.b{font-weight:bold}.u{text-decoration:underline}",
    ]
    let colours = Set(steps.flatMap(\.runs).compactMap(Self.colour)).sorted()
    rules += colours.map { ".c\($0){fill:\(Self.rgb($0))}" }
    for span in Set(spans + typed.map { $0..<$0 + 1 }).sorted(by: {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    })
    where span != 0..<steps.count {
      let name = Self.name(span)
      let before = span.lowerBound == 0 ? "" : "0%{visibility:hidden}"
      let after =
        span.upperBound == steps.count ? "" : "\(percent(span.upperBound)){visibility:hidden}"
      rules.append(".\(name){animation:\(name) \(seconds) step-end infinite}")
      rules.append(
        "@keyframes \(name){\(before)\(percent(span.lowerBound)){visibility:visible}\(after)}")
    }
    for index in typed {
      let columns = steps[index].typing?.columns ?? 0
      rules.append(".t\(index){animation:t\(index) \(seconds) linear infinite}")
      rules.append(
        "@keyframes t\(index){0%,\(percent(index)){transform:translateX(0);animation-timing-function:steps(\(columns))}"
          + "\(percent(index + 1)),100%{transform:translateX(\(columns * Self.cell.width)px)}}")
    }
    rules.append("@media (prefers-color-scheme:dark){text{fill:#e6edf3}.paper{fill:#000}}")
    rules.append(
      "@media (prefers-reduced-motion:reduce){g{animation:none!important;visibility:hidden}.last{visibility:visible}}"
    )
    return rules.joined(separator: "\n")
  }

  /// Returns the usual RGB value of a colour among the 256: a cube of 6 by 6 by 6 colours, followed by greys.
  private static func rgb(_ number: Int) -> String {
    if number > 231 {
      let grey = 8 + 10 * (number - 232)
      return String(format: "#%02x%02x%02x", grey, grey, grey)
    }
    let levels = [0, 95, 135, 175, 215, 255]
    let index = number - 16
    return String(
      format: "#%02x%02x%02x", levels[index / 36], levels[index / 6 % 6], levels[index % 6])
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

// Reading back.
extension AnimatedPicture {
  /// Returns the screens of a picture that `svg(title:)` has written, as text, without those that are being typed.
  public static func screens(ofSVG svg: String) -> [[String]] {
    var screens: [Int: [Int: [(column: Int, text: String)]]] = [:]
    var typed: Set<Int> = []
    var span = 0..<0
    let group = /<g class="f(\d+)-(\d+)[^"]*">(<g class="t)?/
    let run = /<tspan x="(\d+)" y="(\d+)"[^>]*>(.*)<\/tspan>/
    for line in svg.split(separator: "\n") {
      if let match = line.prefixMatch(of: group), let from = Int(match.1), let to = Int(match.2) {
        span = from..<to
        if match.3 != nil { typed.insert(from) }
      } else if let match = line.prefixMatch(of: run), let x = Int(match.1), let y = Int(match.2) {
        let text = String(match.3).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
          .replacing("&amp;", with: "&")
        let row = (y + 5 - margin) / cell.height - 1
        for step in span {
          screens[step, default: [:]][row, default: []].append(((x - margin) / cell.width, text))
        }
      }
    }
    return screens.keys.sorted().filter { !typed.contains($0) }.map { step in
      let rows = screens[step] ?? [:]
      return (0...(rows.keys.max() ?? 0)).map { Self.line(rows[$0] ?? []) }
    }
  }

  private static func line(_ runs: [(column: Int, text: String)]) -> String {
    var line = ""
    var width = 0
    for run in runs.sorted(by: { $0.column < $1.column }) {
      line += String(repeating: " ", count: max(0, run.column - width)) + run.text
      width = run.column + ScreenEmulator.width(of: run.text)
    }
    return line
  }
}
