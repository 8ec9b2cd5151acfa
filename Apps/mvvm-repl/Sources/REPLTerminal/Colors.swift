import Foundation
import REPLKit

/// The decision whether output has colours, by common conventions.
///
/// The order of precedence: the option `--color`, `NO_COLOR` (https://no-color.org), `FORCE_COLOR` and `CLICOLOR_FORCE`
/// (https://bixense.com/clicolors), `CLICOLOR=0`, and last whether the output is a terminal that can show colours.
struct Colors {
  var choice: ColorChoice
  var environment: [String: String] = ProcessInfo.processInfo.environment

  func areWanted(on descriptor: Int32) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if isSet("NO_COLOR") { return false }
    if isOn("FORCE_COLOR") || isOn("CLICOLOR_FORCE") { return true }
    return environment["CLICOLOR"] != "0" && isSet("TERM") && environment["TERM"] != "dumb"
      && isatty(descriptor) == 1
  }

  /// The style of answers on a descriptor.
  func style(on descriptor: Int32, _ theme: ThemeName) -> TextRenderer.Style {
    areWanted(on: descriptor) ? theme.style : .plain
  }

  private func isSet(_ name: String) -> Bool { environment[name, default: ""].isEmpty == false }
  private func isOn(_ name: String) -> Bool { isSet(name) && environment[name] != "0" }
}
