import Bindings
import ViewModels

/// A task of a session in a type of its own, with short names for the session's parts.
@MainActor
protocol SessionTask {
  var session: Session { get }
}

extension SessionTask {
  var evaluator: Evaluator { session.evaluator }
  var scope: SessionScope { session.scope }
  var voice: Voice { session.voice }
  var chronicle: Chronicle { session.chronicle }
  var links: Links { session.links }
  var watches: Watches { session.watches }
  var output: Output { session.output }
  var host: HostSettings { session.host }
  var clock: SessionClock { session.clock }
  var graph: Graph { session.graph }
  var catalog: Catalog { session.catalog }
  var language: HelpLanguage { session.language }

  func emit(_ record: Record) { session.emit(record) }
}
