import Bindings
import ViewModels

/// A cache of the descriptions of values that the symbols contain.
///
/// The symbols are made anew for each entry, and a value may be a long list. The cache therefore keeps the text and the
/// members of a value, and whether it is secret, until the value changes.
@MainActor
final class SymbolMemo {
  /// The description of a value.
  struct Look {
    /// The beginning of the value as text; `nil` if the value is a secret or cannot be read.
    let text: String?
    /// The members of the value.
    let parts: Symbols
  }

  private struct Place: Hashable {
    let node: Node
    let path: String
    let isSecure: Bool
  }

  private let writes: SessionTracer.Writes
  private let tracer: SessionTracer
  private var ofNodes: [Place: Look] = [:]
  private var ofConstants: [String: Look] = [:]
  /// The entries that were looked up since ``begin()``.
  private var used: [Place: Look] = [:]
  /// The version of the known secrets for which the entries were made.
  private var secrets = 0
  /// The number of cache misses.
  private(set) var looks = 0

  init(_ writes: SessionTracer.Writes, _ tracer: SessionTracer) {
    (self.writes, self.tracer) = (writes, tracer)
  }

  /// Begins an update of the symbols: removes entries whose values or secrets have changed.
  func begin() {
    let (written, isKnown) = writes.takeWritten()
    let secrets = tracer.secretsVersion
    if !isKnown { ofNodes = [:] }
    if secrets != self.secrets { (ofNodes, ofConstants) = ([:], [:]) }
    self.secrets = secrets
    if !written.isEmpty { ofNodes = ofNodes.filter { !written.contains($0.key.node) } }
    used = [:]
  }

  /// Ends an update of the symbols: removes entries that were not looked up since ``begin()``.
  func end() { (ofNodes, used) = (used, [:]) }

  /// Removes the entry of a constant whose name got a new meaning, or all such entries.
  func forget(_ name: String? = nil) {
    if let name { ofConstants[name] = nil } else { ofConstants = [:] }
  }

  func look(at node: Node, _ path: String, _ make: () -> Look) -> Look {
    // Writes in other graphs are not recorded, so their values are not cached.
    guard node.graph?.tracer as? SessionTracer === tracer else { return counted(make) }
    let place = Place(node: node, path: path, isSecure: node.isSecure)
    let look = ofNodes[place] ?? counted(make)
    used[place] = look
    return look
  }

  func look(atConstant name: String, _ make: () -> Look) -> Look {
    let look = ofConstants[name] ?? counted(make)
    ofConstants[name] = look
    return look
  }

  private func counted(_ make: () -> Look) -> Look {
    looks += 1
    return make()
  }
}
