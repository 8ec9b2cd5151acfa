public import ArgumentParser
import DisplayWidth
import Foundation
import LineEditor
public import REPLKit

// The language of `--help` and of argument errors, which is needed before the arguments are parsed.

extension HelpLanguage {
  /// The language from the arguments of the process, or else from its environment.
  public static let ofProcess: HelpLanguage = {
    let arguments = CommandLine.arguments.prefix { $0 != "--" }
    let asked = zip(arguments, arguments.dropFirst() + [""]).compactMap { argument, next in
      argument == "--lang"
        ? next : argument.hasPrefix("--lang=") ? String(argument.dropFirst(7)) : nil
    }
    return asked.last.flatMap(HelpLanguage.init(tag:)) ?? .ofEnvironment
  }()

  /// The language of the environment; the order is that of POSIX, XBD 8.2.
  static let ofEnvironment: HelpLanguage = {
    let environment = ProcessInfo.processInfo.environment
    return ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }.flatMap(HelpLanguage.init(tag:)) ?? .english
  }()
}

extension ArgumentHelp {
  /// The help of an argument in the language of the process.
  public init(_ english: String, _ chinese: String, valueName: String? = nil) {
    self.init(said(english, chinese), valueName: valueName)
  }
}

/// A text in the language of the process.
func said(_ english: String, _ chinese: String) -> String {
  HelpLanguage.ofProcess == .chinese ? chinese : english
}

/// Returns the argument parser's text for a mistake or for help, in the language of the process.
///
/// Only the fixed words of the parser are translated. A translated text is wrapped here to the width of the window,
/// because the parser counts characters, and a wide character takes two columns.
func inLanguageOfProcess<Command: ParsableArguments>(
  _ error: any Error, of command: Command.Type
) -> String {
  guard HelpLanguage.ofProcess == .chinese else {
    return withoutFarSuggestion(Command.fullMessage(for: error))
  }
  let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
  let width = max(40, columns ?? Terminal.standard.size.columns)
  return
    wordsOfParser
    .reduce(withoutFarSuggestion(Command.fullMessage(for: error, columns: 10_000))) { text, word in
      text.replacingOccurrences(of: word.english, with: word.chinese, options: .regularExpression)
    }
    .split(separator: "\n", omittingEmptySubsequences: false)
    .map { line in
      let explanation = line.firstMatch(of: /^ {2}\S.*? {2,}(?=\S)/).map { $0.output.count }
      return String(line).wrapped(to: width, indentation: explanation)
    }.joined(separator: "\n")
}

/// Leaves out the suggestion for an unknown option that it does not resemble; the parser suggests what is three edits away.
func withoutFarSuggestion(_ text: String) -> String {
  let suggestion = /Unknown option '(.+?)'(\. Did you mean '(.+?)'\?)/
  guard let match = text.firstMatch(of: suggestion),
    String(match.1).nearestWord(among: [String(match.3)]) == nil
  else { return text }
  return text.replacing(match.2, with: "")
}

private let wordsOfParser: [(english: String, chinese: String)] = [
  ("(?m)^OVERVIEW: ", "概述："), ("(?m)^(USAGE|Usage): ", "用法："), ("(?m)^ARGUMENTS:", "参数："),
  ("<options>", "<选项>"), ("<subcommand>", "<子命令>"), ("(?m)^OPTIONS:", "选项："),
  ("(?m)^SUBCOMMANDS:", "子命令："), ("(?m)^Error: ", "错误："),
  ("(?m)^Help: +", "说明："), ("\\(default: ", "(默认："), ("\\(values: ", "(可选："),
  (";(\\s+)default: ", "；$1默认："), ("\\((可选|默认)：([^()]*)\\)", "（$1：$2）"),
  ("Show the version\\.", "显示版本。"), ("Show (subcommand )?help information\\.", "显示帮助。"),
  ("Unknown option '(.+?)'", "没有选项“$1”"), ("\\. Did you mean '(.+?)'\\?", "。你是否想输入“$1”？"),
  ("Missing value for '([^'<]+?)(?: <[^']+>)?'", "缺少“$1”的值"),
  ("Missing expected argument '(.+?)'", "缺少参数“$1”"),
  ("Unexpected argument '(.+?)'", "多余的参数“$1”"), ("(\\d+) unexpected arguments: ", "多余的 $1 个参数："),
  ("The value '(.+?)' is invalid for '(.+?)'", "“$2”的值不能是“$1”"),
  ("\\. Please provide one of the following:", "。可以是 "), ("\\. Please provide one of ", "。可以是"),
  ("(?<=') (and|or) (?=')", "或"), ("(?<='), (?=')", "、"),
  ("The option '(.+?)' does not take any value, but '(.+?)' was specified", "选项“$1”不接受值“$2”"),
  ("See '(.+?)' for (more information|detailed help)\\.", "见 $1。"),
  // Quotation marks in an error, and spaces at joined lines: full-width signs include their own space.
  ("(?m)(?<=^错误：.{0,200})'([^'\n]+)'", "“$1”"), ("”: ", "”："),
  ("(?m)(?<=”)\\.$", "。"),
  ("(?<=（可选：[^）]{0,300}),( |(?=\n))", "、"),
  ("(?<=[，。：；！？、）]) (?=[^ ])", ""),
  (" （", "（"),
]
