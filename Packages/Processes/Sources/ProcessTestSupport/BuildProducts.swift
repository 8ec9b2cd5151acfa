import Foundation

/// The location of the package manager's build products.
public enum BuildProducts {
  /// Returns the path of an executable that was built together with the running tests.
  public static func executable(_ name: String) -> String {
    #if canImport(Darwin)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent().appending(path: name).path
      }
    #endif
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appending(path: name).path
  }
}
