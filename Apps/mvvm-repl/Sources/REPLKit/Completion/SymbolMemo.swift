import Bindings
import ViewModels

/// What the symbols tell of values, kept until these change.
///
/// A value may be a long list, and the symbols are made for each entry: whatever is the same as it was is not looked at
/// again, be it for secrets or for a text beside its name.
@MainActor
final class SymbolMemo {
  /// What is told of one value.
  struct Look {
    /// The beginning of its text; `nil` for one that is a secret, or that cannot be read.
    let text: String?
    /// The members behind its dot.
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
  /// Those that were asked for since ``begin()``.
  private var used: [Place: Look] = [:]
  /// What was known of secrets when they were looked at.
  private var secrets = 0
  /// How often a value was looked at.
  private(set) var looks = 0

  init(_ writes: SessionTracer.Writes, _ tracer: SessionTracer) {
    (self.writes, self.tracer) = (writes, tracer)
  }

  /// Forgets what has changed.
  func begin() {
    let (written, isKnown) = writes.takeWritten()
    let secrets = tracer.secretsVersion
    if !isKnown { ofNodes = [:] }
    if secrets != self.secrets { (ofNodes, ofConstants) = ([:], [:]) }
    self.secrets = secrets
    if !written.isEmpty { ofNodes = ofNodes.filter { !written.contains($0.key.node) } }
    used = [:]
  }

  /// Forgets what nobody has asked for.
  func end() { (ofNodes, used) = (used, [:]) }

  /// Forgets a name, which stands for something else now, or all of them.
  func forget(_ name: String? = nil) {
    if let name { ofConstants[name] = nil } else { ofConstants = [:] }
  }

  /// What is told of the value of a node at a path.
  func look(at node: Node, _ path: String, _ make: () -> Look) -> Look {
    // Of another graph nobody tells what was written.
    guard node.graph?.tracer as? SessionTracer === tracer else { return counted(make) }
    let place = Place(node: node, path: path, isSecure: node.isSecure)
    let look = ofNodes[place] ?? counted(make)
    used[place] = look
    return look
  }

  /// What is told of a constant.
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
