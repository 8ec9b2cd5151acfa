import ArgumentParser
import Foundation
import REPLKit

/// The arguments of the subcommand `new NAME`.
struct NewArguments: ParsableArguments {
  @Argument(help: "The name of the package, which its types begin with: Shop.")
  var name: String?

  @Flag(help: "List the templates.")
  var list = false

  @Option(help: ArgumentHelp("What it begins with.", valueName: "template"))
  var template = PackageTemplate.counter

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "Write it into this folder; the working folder otherwise.", valueName: "folder"),
    completion: .directory)
  var parent: String?

  @Option(
    help: ArgumentHelp(
      "Layers beside Bindings and ViewModels: Models, Networking, Store.", valueName: "layers"))
  var layers: String?

  @Option(
    help: ArgumentHelp("Depend on the mvvm-repl of this folder.", valueName: "folder"),
    completion: .directory)
  var path: String?

  @Option(help: ArgumentHelp("Depend on the mvvm-repl at this address.", valueName: "url"))
  var url: String?
}

extension PackageTemplate: ExpressibleByArgument {}

/// The subcommand `new`: writes a package for view-models of one's own.
@MainActor
struct NewCommand {
  let arguments: NewArguments
  let output: Output
  let language: HelpLanguage

  /// Writes the package; answers the exit code.
  func run() -> Int32 {
    if arguments.list {
      for template in PackageTemplate.allCases {
        output.write("\(template.rawValue)  \(template.explanation(in: language))")
      }
      return output.exit(Status.ok.rawValue)
    }
    do throws(NewPackageError) {
      let package = try package()
      let folder = URL(
        filePath: arguments.parent ?? FileManager.default.currentDirectoryPath,
        directoryHint: .isDirectory
      ).appending(path: package.name.text)
      try package.write(to: folder)
      let next = "cd \(folder.path) && swift run \(package.name.tool)"
      output.write(
        TextRenderer.printable(
          language == .english
            ? "It is written. Begin with\n  \(next)\nand test it with  swift test"
            : "已写好。开始：\n  \(next)\n测试：swift test"))
      return output.exit(Status.ok.rawValue)
    } catch {
      output.complain(error.description)
      return Program.Exit.wrongUse
    }
  }

  private func package() throws(NewPackageError) -> NewPackage {
    let name = try PackageName(arguments.name ?? "")
    return NewPackage(
      name: name, template: arguments.template, layers: try layers(), source: try source())
  }

  private func layers() throws(NewPackageError) -> [NewPackage.Layer] {
    let words = (arguments.layers ?? "").split { $0 == "," || $0 == " " }.map(String.init)
    var layers: [NewPackage.Layer] = []
    for word in words where !["bindings", "viewmodels"].contains(word.lowercased()) {
      let known = NewPackage.Layer.allCases.first {
        $0.rawValue.lowercased() == word.lowercased()
      }
      guard let known else {
        throw NewPackageError(
          "there is no layer '\(word)'. Write --layers "
            + NewPackage.Layer.allCases.map(\.rawValue).joined(separator: ","))
      }
      if !layers.contains(known) { layers.append(known) }
    }
    return layers
  }

  private func source() throws(NewPackageError) -> NewPackage.Source {
    if let url = arguments.url {
      guard arguments.path == nil else {
        throw NewPackageError("a package has one dependency on mvvm-repl: give --path or --url")
      }
      guard url.contains(":") else {
        throw NewPackageError("'\(url)' is no address. Write --url https://… or --path FOLDER")
      }
      return .url(url)
    }
    if let path = arguments.path {
      let folder = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
      guard Self.isOurs(folder) else {
        throw NewPackageError("'\(path)' is no clone of mvvm-repl")
      }
      return .folder(folder)
    }
    // A program that was built in a clone, or in a package that has one beside it.
    guard let package = BuiltPackage.current else { throw Self.noSource }
    let places = [package.root, package.scratch.appending(path: "checkouts/mvvm-repl")]
    guard let folder = places.first(where: Self.isOurs) else { throw Self.noSource }
    return .folder(folder)
  }

  private static let noSource = NewPackageError(
    "it is not known where mvvm-repl is. Write --path FOLDER of a clone, or --url ADDRESS")

  private static func isOurs(_ folder: URL) -> Bool {
    ["Package.swift", "Apps/mvvm-repl/Sources/REPLTerminal"].allSatisfy {
      FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
    }
  }
}
