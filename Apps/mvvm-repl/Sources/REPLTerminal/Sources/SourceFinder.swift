import Foundation
import REPLKit

/// Finds the Swift code of a type or a member in the sources that the program was built from.
@MainActor
struct SourceFinder {
  /// The session, unowned because it owns the words that use the finder.
  unowned let session: Session
  /// The package of the program; `nil` when it is unknown.
  let package: BuiltPackage?

  /// A declaration in a file.
  struct Found {
    let file: URL
    let source: SwiftSource
    /// The lines of the declaration, with the documentation and attributes above it.
    let lines: SwiftSource.Lines

    /// The first line of the declaration after its documentation.
    var line: Int {
      let text = source.text(of: lines)
      let documentation = text.prefix { $0.drop(while: \.isWhitespace).hasPrefix("///") }.count
      return min(lines.lowerBound + documentation, lines.upperBound)
    }
  }

  /// Returns the declaration that a path at the prompt names.
  ///
  /// - Throws: A `Message` or a diagnostic when there is no such declaration, or no source of it.
  func declaration(at path: String) throws -> Found {
    guard let package else {
      throw Message.sourcesNotFound(shipped: session.host.shippedSources.keys.sorted())
    }
    guard let declaration = try session.declaration(of: path) else {
      throw Message.hasNoSource(path)
    }
    guard let found = find(declaration, in: package.roots) else {
      throw Message.noSource(of: path, in: package.root.path)
    }
    return found
  }

  /// Returns the declaration that a path names, from a file that came with the program; `nil` without one.
  ///
  /// - Throws: A diagnostic when the path is invalid.
  func shipped(at path: String) throws -> (
    name: String, source: SwiftSource, lines: SwiftSource.Lines
  )? {
    guard let declaration = try session.declaration(of: path) else { return nil }
    for (name, text) in session.host.shippedSources.sorted(by: { $0.key < $1.key }) {
      let source = SwiftSource(text)
      if let lines = source.lines(of: declaration) { return (name, source, lines) }
    }
    return nil
  }

  /// The name of a file for people: within the package, relative to the package's folder.
  func name(of file: URL) -> String {
    guard let package else { return file.path }
    return String(file.path.trimmingPrefix(package.root.path + "/"))
  }

  private func find(_ declaration: Session.Declaration, in roots: [URL]) -> Found? {
    var other: Found?
    for path in roots.flatMap({ SourceWatch.sources(of: $0).stamps.keys.sorted() })
    where path.hasSuffix(".swift") {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        text.contains(declaration.type)
      else { continue }
      let source = SwiftSource(text)
      guard let lines = source.lines(of: declaration) else { continue }
      let found = Found(file: URL(filePath: path), source: source, lines: lines)
      // Of several types with the same name, the view-model is meant.
      if text.contains("ViewModel") { return found }
      other = other ?? found
    }
    return other
  }
}

extension SwiftSource {
  /// The lines of a declaration; `nil` when it is in another file.
  fileprivate func lines(of declaration: Session.Declaration) -> Lines? {
    guard let member = declaration.member else { return type(declaration.type) }
    return self.member(member, of: declaration.type)
  }
}
