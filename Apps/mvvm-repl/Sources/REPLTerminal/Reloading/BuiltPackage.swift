import Foundation

/// The package that the running program was built from, as far as the path of its executable tells.
struct BuiltPackage: Sendable {
  /// The folder of the manifest.
  let root: URL
  /// The folder of the package manager's products, `.build` usually.
  let scratch: URL
  /// `debug` or `release`.
  let configuration: String
  /// The name of the executable product.
  let product: String

  /// The folders whose sources the program is built from: its package, and packages that it depends on by path.
  ///
  /// The package manager lists them beside its products. Without that list, only the package itself counts.
  var roots: [URL] {
    let file = scratch.appending(path: "workspace-state.json")
    let state = (try? Data(contentsOf: file)).flatMap {
      try? JSONDecoder().decode(WorkspaceState.self, from: $0)
    }
    let folders = state?.object.dependencies.compactMap { dependency in
      dependency.state.path.map {
        URL(filePath: $0, directoryHint: .isDirectory).resolvingSymlinksInPath()
      }
    }
    return [root] + (folders ?? []).filter { $0.path != root.path }
  }

  /// The part of the package manager's list that contains the paths of dependencies.
  private struct WorkspaceState: Decodable {
    struct Object: Decodable { let dependencies: [Dependency] }
    struct Dependency: Decodable { let state: Place }
    /// The place of a dependency: a folder has a path, a checkout has none.
    struct Place: Decodable { let path: String? }

    let object: Object
  }

  /// The executable of the program, which a build replaces.
  let executable: URL

  /// The package of this process; `nil` when its executable is not where a build puts it.
  static var current: BuiltPackage? {
    guard let executable = Bundle.main.executableURL else { return nil }
    return BuiltPackage(of: executable)
  }

  /// Looks for a manifest above `SCRATCH/TRIPLE/CONFIGURATION/PRODUCT`.
  init?(of executable: URL) {
    let file = executable.resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent()
    let scratch = folder.deletingLastPathComponent().deletingLastPathComponent()
    let root = scratch.deletingLastPathComponent()
    guard ["debug", "release"].contains(folder.lastPathComponent),
      FileManager.default.fileExists(atPath: root.appending(path: "Package.swift").path)
    else { return nil }
    (self.root, self.scratch, self.executable) = (root, scratch, file)
    configuration = folder.lastPathComponent
    product = file.lastPathComponent
  }
}
