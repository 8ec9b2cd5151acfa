import BindingsTestSupport
import Testing

extension Trait where Self == OwnGraph {
  /// Gives each test a graph of its own.
  static var ownGraph: OwnGraph { OwnGraph() }
}
