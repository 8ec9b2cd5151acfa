import Foundation
import REPLKit

extension BuiltPackage {
  /// The sources that an exported test needs: an initializer of the catalog that takes a clock, and the protocols that
  /// test doubles can be made for.
  @MainActor var testSources: TestSources {
    let files = SourceWatch.sources(of: root).stamps.keys.sorted().filter { $0.hasSuffix(".swift") }
    let texts = files.compactMap { path in
      (try? String(contentsOfFile: path, encoding: .utf8)).map { (path: path, text: $0) }
    }
    let catalog = texts.first { _, text in
      guard text.contains("extension Catalog") else { return false }
      // The text of a template in a string does not count.
      let code = SwiftSource(text).code.joined(separator: "\n")
      return code.contains(/extension Catalog\b/)
        && code.contains(/\binit\(clock: (?:any Clock<Duration>|SessionClock)\)/)
    }
    let modules = catalog.flatMap { Self.module(of: $0.path) }.map { [$0] } ?? []
    return TestSources(catalog: modules.isEmpty ? nil : "Catalog(clock: clock)", modules: modules) {
      service in
      texts.lazy.filter { $0.text.contains("protocol \(service)") }
        .compactMap { SwiftSource($0.text).double(of: service) }.first
    }
  }

  /// The module of a file in `Sources`, which has the name of its folder.
  private static func module(of path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let sources = parts.lastIndex(of: "Sources"), sources + 2 < parts.count else {
      return nil
    }
    let name = String(parts[sources + 1])
    return name.contains { !($0.isLetter || $0.isNumber || $0 == "_") } ? nil : name
  }
}
