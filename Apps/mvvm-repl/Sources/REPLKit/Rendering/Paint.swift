/// The looks by meaning; glyphs and words carry the same meaning without them.
///
/// Each is the parameters of an SGR escape sequence. None is a bright colour: bright black cannot be
/// read on some themes, nor on a projector.
struct Paint: Sendable {
  private var roles: Roles?
  private var hasColours = false

  private struct Roles {
    var strong = "1"
    var quiet: String? = "2"
    var good: String
    var bad: String
    var mark: String
  }

  init(_ style: TextRenderer.Style) {
    switch style {
    case .plain: break
    case .coloured: roles = Roles(good: "34", bad: "1;31", mark: "36")
    case .presenter: roles = Roles(quiet: nil, good: "1;36", bad: "1;31", mark: "1;33")
    case .mono: roles = Roles(good: "1", bad: "1;4", mark: "1")
    }
    hasColours = style == .coloured || style == .presenter
  }

  func strong(_ text: String) -> String { styled(roles?.strong, text) }
  func quiet(_ text: String) -> String { styled(roles?.quiet, text) }
  func good(_ text: String) -> String { styled(roles?.good, text) }
  func bad(_ text: String) -> String { styled(roles?.bad, text) }
  func mark(_ text: String) -> String { styled(roles?.mark, text) }

  /// A line with its code between backticks marked; without colours the backticks stay.
  func prose(_ line: String) -> String {
    let parts = line.split(separator: "`", omittingEmptySubsequences: false)
    guard roles != nil, parts.count > 1, !parts.count.isMultiple(of: 2) else { return line }
    return parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? String(part) : mark(String(part))
    }.joined()
  }

  /// A case of an enumeration; one that is named like a colour has that colour.
  func named(_ name: String) -> String {
    name == "red" && hasColours ? styled("31", ".red") : ".\(name)"
  }

  private func styled(_ parameters: String?, _ text: String) -> String {
    parameters.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
  }
}
