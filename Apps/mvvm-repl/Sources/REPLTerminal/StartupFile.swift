import Foundation
import REPLKit

/// A file of statements that is run before the prompt opens: one's own, and one of the folder that
/// one works in.
///
/// The own one stands in the configuration folder of the XDG Base Directory Specification. The
/// folder's, `.mvvm-repl` for that program, may come from anybody, so it is run only when a person has trusted this
/// very text at this very place.
struct StartupFile {
  /// Where the file is.
  let url: URL
  /// The text of the file.
  let text: String

  /// One's own file, or `nil` when there is none.
  ///
  /// - Throws: A `Message` when something is there that is no text.
  static func own(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(Message) -> StartupFile? {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return try StartupFile(
      URL(filePath: folder ?? "\(home)/.config", directoryHint: .isDirectory)
        .appending(path: "\(Identity.current.name)/startup.mvvm"))
  }

  /// The file of the folder the program was started in, or `nil` when there is none.
  ///
  /// - Throws: A `Message` when something is there that is no text.
  static func ofFolder() throws(Message) -> StartupFile? {
    try StartupFile(
      URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
        .appending(path: ".\(Identity.current.name)"))
  }

  private init?(_ url: URL) throws(Message) {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { throw .notRun(url.path) }
    self.url = url
    self.text = text
  }
}

/// The startup files of folders that a person has trusted, by path and text.
struct TrustedFiles {
  /// The file that lists them.
  let list: URL

  /// Whether exactly this text was trusted at this place.
  func contain(_ file: StartupFile) -> Bool {
    let lines = (try? String(contentsOf: list, encoding: .utf8)) ?? ""
    return lines.split(separator: "\n").contains(Substring(Self.line(for: file)))
  }

  /// Trusts the text of the file as it is now; a change of it ends that.
  ///
  /// - Throws: What the system says when the list cannot be written.
  func add(_ file: StartupFile) throws {
    let lines = (try? String(contentsOf: list, encoding: .utf8)) ?? ""
    let others = lines.split(separator: "\n").filter { !$0.hasSuffix(" \(file.url.path)") }
    try FileManager.default.createDirectory(
      at: list.deletingLastPathComponent(), withIntermediateDirectories: true)
    let text = (others.map(String.init) + [Self.line(for: file)]).joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: list, options: .atomic)
  }

  /// The text itself in base 64 and the path: whole, so that no other text can pass for it.
  private static func line(for file: StartupFile) -> String {
    "\(Data(file.text.utf8).base64EncodedString()) \(file.url.path)"
  }
}

/// Runs the startup files in a session before its prompt opens.
@MainActor
struct Startup {
  private let trusted: TrustedFiles

  init(_ trusted: TrustedFiles) { self.trusted = trusted }

  /// Runs one's own file, then the folder's if it is trusted; else tells how to trust it.
  ///
  /// A mistake in a file is told with its name and line, and ends that file only.
  func run(in session: Session) async {
    session.add(
      ToolCommand(
        "trust",
        Message(
          "run this folder's .\(Identity.current.name), now and at each start here",
          "运行此文件夹的 .\(Identity.current.name)，现在以及以后每次在此启动时")
      ) { _ in
        guard let file = try StartupFile.ofFolder() else { return [.note(.nothingToTrust)] }
        try trusted.add(file)
        await run(file, in: session)
        return [.note(.trusted(file.url.path))]
      })
    do throws(Message) {
      if let file = try StartupFile.own() { await run(file, in: session) }
    } catch { session.say(error) }
    do throws(Message) {
      if let file = try StartupFile.ofFolder() { await runIfTrusted(file, in: session) }
    } catch { session.say(error) }
  }

  private func runIfTrusted(_ file: StartupFile, in session: Session) async {
    if trusted.contain(file) {
      await run(file, in: session)
    } else {
      session.say(.notTrusted)
    }
  }

  private func run(_ file: StartupFile, in session: Session) async {
    await session.run(SourceText(file.text, name: file.url.path))
  }
}
