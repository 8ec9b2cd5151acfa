import ArgumentParser
import Foundation
import REPLKit

/// Options of every way to run.
struct Options: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep history and remembered values in this folder.", valueName: "folder"),
    completion: .directory)
  var data: String?

  @Option(
    help: ArgumentHelp(
      "Offer the lessons of this folder instead of the program's own; may be repeated, and built-in stands for the program's own.",
      valueName: "folder"),
    completion: .directory)
  var lessons: [String] = []

  @Option(
    help: ArgumentHelp(
      "Offer the talks of this folder instead of the program's own; may be repeated, and built-in stands for the program's own.",
      valueName: "folder"),
    completion: .directory)
  var talks: [String] = []

  @Flag(help: "Print everything as JSON, one object per line.")
  var json = false

  @Flag(
    inversion: .prefixedNo,
    help: "Stop at the first mistake; with --no-bail a file, a pipe or -e continues.")
  var bail = true

  @Option(
    help: ArgumentHelp("Give up after this many seconds.", valueName: "seconds"),
    transform: timeout)
  var timeout: Duration?

  @Option(
    help: ArgumentHelp(
      "How time passes: real, or manual for advance 300ms.", valueName: "real|manual"),
    completion: .list(SessionClock.Mode.allCases.map(\.rawValue)), transform: clockMode)
  var clock = SessionClock.Mode.real

  @Option(help: "When to use colours.")
  var color = ColorChoice.auto

  @Option(
    help:
      "The colours: default, for a light or dark background, presenter for a projector, mono without colours."
  )
  var theme = ThemeName.standard

  @Flag(help: "Read whole lines and paint nothing, for screen readers and simple terminals.")
  var plain = false

  @Flag(inversion: .prefixedNo, help: "Run the startup files before the prompt opens.")
  var startup = true

  @Option(
    help: ArgumentHelp("The language of the help: en or zh.", valueName: "language"),
    transform: language)
  var lang: HelpLanguage?

  /// The language that was asked for, or the one of the environment.
  var helpLanguage: HelpLanguage {
    if let lang { return lang }
    let environment = ProcessInfo.processInfo.environment
    // The order is that of POSIX, XBD 8.2.
    let tag = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return tag.flatMap(HelpLanguage.init(tag:)) ?? .english
  }

  private static func timeout(_ text: String) throws -> Duration {
    guard let seconds = Double(text), seconds > 0, seconds < 1e9 else {
      throw ValidationError("'\(text)' is not a number of seconds. Write --timeout 10")
    }
    return .seconds(seconds)
  }

  private static func clockMode(_ text: String) throws -> SessionClock.Mode {
    guard let mode = SessionClock.Mode(rawValue: text) else {
      throw ValidationError("the clock can be real or manual. Write --clock manual")
    }
    return mode
  }

  private static func language(_ text: String) throws -> HelpLanguage {
    guard let language = HelpLanguage(tag: text) else {
      throw ValidationError("there is no help in '\(text)'. Write --lang en or --lang zh")
    }
    return language
  }
}

/// The file that a recording of the terminal goes to.
struct CastOption: ParsableArguments {
  @Option(
    name: .customLong("cast"),
    help: ArgumentHelp(
      "Record what the terminal shows, for asciinema, with a marker at each statement or step of a talk. Secrets are masked, in the script of a talk, too.",
      valueName: "file"),
    completion: .file(extensions: ["cast"]))
  var file: String?

  @Flag(help: "With --cast: replace an older recording of that name.")
  var overwrite = false

  func validate() throws {
    guard overwrite, file == nil else { return }
    throw ValidationError("--overwrite belongs to a recording. Write --cast FILE --overwrite")
  }
}

/// When to use colours.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  /// At a terminal that can, unless the environment says otherwise; see ``Colors``.
  case auto
  case always
  case never
}
