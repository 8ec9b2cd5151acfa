import Foundation
import REPLKit

/// A file of statements that runs before the prompt opens: the person's own file, or that of the working folder.
///
/// The person's own file is in the configuration folder of the XDG Base Directory Specification. The folder's file,
/// `.mvvm-repl` for that program, may come from anybody. It runs only when a person has trusted exactly this text at
/// exactly this place.
struct StartupFile {
  /// The place of the file.
  let url: URL
  /// The text of the file.
  let text: String

  /// Reads the person's own file; `nil` without one.
  ///
  /// - Throws: A `Message` when the file is not text.
  static func own(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(Message) -> StartupFile? {
    let home = environment["HOME"] ?? NSHomeDirectory()
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return try StartupFile(
      URL(filePath: folder ?? "\(home)/.config", directoryHint: .isDirectory)
        .appending(path: "\(Identity.current.name)/startup.mvvm"))
  }

  /// Reads the file of the folder that the program was started in; `nil` without one.
  ///
  /// - Throws: A `Message` when the file is not text.
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

  /// Whether a text was trusted at the place of this file.
  func know(_ file: StartupFile) -> Bool {
    let lines = (try? String(contentsOf: list, encoding: .utf8)) ?? ""
    return lines.split(separator: "\n").contains { $0.hasSuffix(" \(file.url.path)") }
  }

  /// Trusts the present text of the file; a change of the file ends the trust.
  ///
  /// - Throws: The system's error when the list cannot be written.
  func add(_ file: StartupFile) throws {
    let lines = (try? String(contentsOf: list, encoding: .utf8)) ?? ""
    let others = lines.split(separator: "\n").filter { !$0.hasSuffix(" \(file.url.path)") }
    try FileManager.default.createDirectory(
      at: list.deletingLastPathComponent(), withIntermediateDirectories: true)
    let text = (others.map(String.init) + [Self.line(for: file)]).joined(separator: "\n") + "\n"
    try Data(text.utf8).write(to: list, options: .atomic)
    // Readable by its owner only, like the files beside it.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: list.path)
  }

  /// The whole text in base 64 and the path, so that no other text can match.
  private static func line(for file: StartupFile) -> String {
    "\(Data(file.text.utf8).base64EncodedString()) \(file.url.path)"
  }
}

/// Runs the startup files in a session before its prompt opens.
@MainActor
struct Startup {
  private let trusted: TrustedFiles

  init(_ trusted: TrustedFiles) { self.trusted = trusted }

  /// Runs the person's own file, then the folder's file if it is trusted, and otherwise says how to trust it.
  ///
  /// A mistake in a file is reported with its file and line, and ends only that file.
  func run(in session: Session) async {
    session.add(
      ToolCommand(
        "trust",
        Message(
          "run this folder's .\(Identity.current.name), now and at each start here",
          "执行此文件夹的 .\(Identity.current.name)，现在以及以后每次在此启动时"),
        isInterruptible: false
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
      session.say(trusted.know(file) ? .hasChangedSinceTrusted : .notTrusted)
    }
  }

  private func run(_ file: StartupFile, in session: Session) async {
    await session.run(SourceText(file.text, name: file.url.path))
  }
}
