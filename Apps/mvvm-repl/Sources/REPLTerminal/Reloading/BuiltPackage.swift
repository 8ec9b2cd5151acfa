import Foundation

/// The package that the running program was built from, as far as the place of its file tells.
struct BuiltPackage: Sendable {
  /// The folder of the manifest.
  let root: URL
  /// The folder of the package manager's products, `.build` usually.
  let scratch: URL
  /// `debug` or `release`.
  let configuration: String
  /// The name of the executable product.
  let product: String

  /// The file of the program, which a build replaces.
  let executable: URL

  /// The package of this process; `nil` when its file does not lie where a build puts it.
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
