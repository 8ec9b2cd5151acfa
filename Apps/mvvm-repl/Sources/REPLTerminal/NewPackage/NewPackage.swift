import Foundation
import REPLKit

/// A package that builds, tests and runs as soon as it is written: a view-model with its service, tests
/// on a manual clock, a program with a prompt, and a lesson.
struct NewPackage {
  /// The source of the dependency on mvvm-repl.
  enum Source: Hashable {
    /// A folder on this machine.
    case folder(URL)
    /// A repository, from the version 1.0.0 on.
    case url(String)
  }

  /// The layers that a package can have in addition to Bindings and ViewModels.
  enum Layer: String, CaseIterable {
    case models = "Models"
    case networking = "Networking"
    case store = "Store"
  }

  let name: PackageName
  let template: PackageTemplate
  let layers: [Layer]
  let source: Source
  /// The language of the comments that state the tasks.
  var language = HelpLanguage.english

  /// The files of the package, by their paths within its folder.
  var files: [(path: String, text: String)] {
    let parts = template.parts
    let (name, tool, type) = (name.text, name.tool, "\(name.text)\(parts.suffix)")
    let own =
      template == .exercises
      ? exerciseFiles
      : [
        ("Sources/\(name)/\(type).swift", code(parts.viewModel)),
        ("Tests/\(name)Tests/\(type)Tests.swift", filled(Self.tests)),
      ]
    return [
      ("Package.swift", manifest),
      ("README.md", filled(template == .exercises ? Self.exerciseReadme : Self.readme)),
      (".gitignore", ".build/\n"),
      ("Sources/\(name)/Catalog+\(name).swift", filled(Self.catalog)),
      ("Sources/\(tool)/\(name)REPL.swift", filled(Self.program)),
      ("Sources/\(tool)/Lessons/first-steps.md", filled(parts.lesson + "\n")),
      ("Sources/\(tool)/Lessons/first-steps.zh.md", filled(parts.chineseLesson + "\n")),
    ] + own
  }

  /// Writes the files into a new folder.
  ///
  /// - Throws: A `Message` when the folder already exists, or a file cannot be written. Existing files stay unchanged,
  ///   and a folder that was begun is removed.
  func write(to folder: URL) throws(Message) {
    let manager = FileManager.default
    guard !manager.fileExists(atPath: folder.path) else {
      throw Message.isThereAlready(folder.path)
    }
    do {
      try manager.createDirectory(
        at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
      // This fails if another program has made the folder, so that only our own folder is removed below.
      try manager.createDirectory(at: folder, withIntermediateDirectories: false)
    } catch {
      throw Message.folderNotMade(folder.path, Message(ofSystem: error))
    }
    do {
      for (path, text) in files {
        let file = folder.appending(path: path)
        try manager.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file, options: .withoutOverwriting)
      }
    } catch {
      try? manager.removeItem(at: folder)
      throw Message.folderNotWritten(folder.path, Message(ofSystem: error))
    }
  }

  /// Returns a file with the code of view-models.
  func code(_ text: String) -> String {
    filled("{import} Bindings\n{import} ViewModels\n\n\(text)\n")
  }

  /// Returns a text of the template with the names of this package.
  func filled(_ text: String) -> String {
    let parts = template.parts
    return [
      ("{catalog}", parts.catalog), ("{tests}", parts.tests), ("{first}", parts.first),
      ("{Type}", "{Name}\(parts.suffix)"), ("{Name}", name.text), ("{tool}", name.tool),
      ("{import}", "import"),
    ].reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
