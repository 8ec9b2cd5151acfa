import ArgumentParser
import Foundation
import REPLKit

/// The arguments of the subcommand `new NAME`.
struct NewArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The name of the package, which its types begin with: Shop.", "包的名字，其类型以它开头：Shop。"))
  var name: String?

  @Flag(help: ArgumentHelp("List the templates.", "列出模板。"))
  var list = false

  @Option(help: ArgumentHelp("The template to start from.", "从哪个模板开始。", valueName: "template"))
  var template = PackageTemplate.counter

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Write it into this folder; the working folder otherwise.", "写到这个文件夹；省略则为当前文件夹。",
      valueName: "folder"),
    completion: .directory)
  var parent: String?

  @Option(
    help: ArgumentHelp(
      "Layers in addition to Bindings and ViewModels: Models, Networking, Store.",
      "Bindings 与 ViewModels 之外的层：Models、Networking、Store。", valueName: "layers"))
  var layers: String?

  @Option(
    help: ArgumentHelp(
      "Depend on the mvvm-repl of this folder.", "依赖这个文件夹中的 mvvm-repl。", valueName: "folder"),
    completion: .directory)
  var path: String?

  @Option(
    help: ArgumentHelp(
      "Depend on the mvvm-repl at this address.", "依赖这个网址的 mvvm-repl。", valueName: "url"))
  var url: String?

  func validate() throws {
    try refuseEmpty([parent].compactMap(\.self), "--in")
    try refuseEmpty([path].compactMap(\.self), "--path")
  }
}

extension PackageTemplate: ExpressibleByArgument {}

/// The subcommand `new`, which writes a package for a person's own view-models.
@MainActor
struct NewCommand {
  let arguments: NewArguments
  let output: Output
  let language: HelpLanguage
  /// The requested language; `nil` without a request.
  let asked: HelpLanguage?

  /// Writes the package; returns the exit code.
  func run() -> Int32 {
    if arguments.list {
      for line in PackageTemplate.allCases.map({
        ($0.rawValue, $0.explanation.text(in: language))
      }).aligned { output.write(line) }
      return output.exit(Status.ok.rawValue)
    }
    do throws(Message) {
      let package = try package()
      let folder = URL(
        filePath: arguments.parent ?? FileManager.default.currentDirectoryPath,
        directoryHint: .isDirectory
      ).appending(path: package.name.text)
      try package.write(to: folder)
      var word = arguments.template == .exercises ? " exercises" : ""
      // Without this option the program uses the language of the machine.
      if let asked { word += " --lang \(asked.rawValue)" }
      let next = "cd \(Self.shellWord(folder.path)) && swift run \(package.name.tool)\(word)"
      output.write(TextRenderer.printable(Message.packageWritten(next).text(in: language)))
      return output.exit(Status.ok.rawValue)
    } catch {
      return output.refuse(error)
    }
  }

  /// Returns a path in shell syntax, in quotes if it has more than letters, digits and the marks of a path.
  nonisolated static func shellWord(_ path: String) -> String {
    let isPlain = path.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "/._-".unicodeScalars.contains($0)
    }
    return isPlain ? path : "'\(path.replacing("'", with: "'\\''"))'"
  }

  private func package() throws(Message) -> NewPackage {
    let name = try PackageName(arguments.name ?? "")
    return NewPackage(
      name: name, template: arguments.template, layers: try layers(), source: try source(),
      language: language)
  }

  private func layers() throws(Message) -> [NewPackage.Layer] {
    let words = (arguments.layers ?? "").split { $0 == "," || $0 == " " }.map(String.init)
    var layers: [NewPackage.Layer] = []
    for word in words where !["bindings", "viewmodels"].contains(word.lowercased()) {
      let known = NewPackage.Layer.allCases.first {
        $0.rawValue.lowercased() == word.lowercased()
      }
      guard let known else {
        throw Message.noLayer(word, among: NewPackage.Layer.allCases.map(\.rawValue))
      }
      if !layers.contains(known) { layers.append(known) }
    }
    return layers
  }

  private func source() throws(Message) -> NewPackage.Source {
    if let url = arguments.url {
      guard arguments.path == nil else { throw Message.pathOrURL }
      guard url.contains(":") else { throw Message.isNoAddress(url) }
      return .url(url)
    }
    if let path = arguments.path {
      let folder = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
      guard Self.isOurs(folder) else { throw Message.isNoClone(path) }
      return .folder(folder)
    }
    // The program may have been built in a clone, or in a package that has a clone beside it.
    guard let package = BuiltPackage.current else { throw Message.noCloneKnown }
    let places = package.roots + [package.scratch.appending(path: "checkouts/mvvm-repl")]
    guard let folder = places.first(where: Self.isOurs) else { throw Message.noCloneKnown }
    return .folder(folder)
  }

  private static func isOurs(_ folder: URL) -> Bool {
    ["Package.swift", "Apps/mvvm-repl/Sources/REPLTerminal"].allSatisfy {
      FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
    }
  }
}
