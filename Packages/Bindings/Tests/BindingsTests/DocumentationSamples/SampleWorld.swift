import Bindings

/// The samples, and the types that they talk about.
enum Samples {
  struct Offline: Error {}

  struct Credentials: Sendable {
    var phone = "186"
  }

  @MainActor
  final class Service {
    var isOffline = false
    func signIn(_ phone: String) async throws -> String {
      if isOffline { throw Offline() }
      return phone
    }
    func signIn(_ credentials: Credentials) async throws -> String { credentials.phone }
    func search(_ text: String) async throws -> [String] {
      await Task.yield()
      try Task.checkCancellation()
      return [text]
    }
  }

  @MainActor
  final class Form {
    let phone: Property<String>
    let name: Property<String>
    let message: Property<String?>
    let signIn: Command<String, String>
    let clear: Command<Void, Void>
    private let errors: Subscription

    init(graph: Graph = .current, service: Service = Service()) {
      let phone = Property("186", label: "phone", graph: graph)
      self.phone = phone
      name = Property("", label: "name", graph: graph)
      message = Property(nil, label: "message", graph: graph)
      signIn = Command(label: "signIn", graph: graph) { try await service.signIn($0) }
      clear = Command(label: "clear", graph: graph) { phone.value = "186" }
      errors = Computed(graph: graph) { [signIn] in
        signIn.lastError.map { $0 is Offline ? "no network" : "\($0)" }
      }
      .bind(to: message)
    }
  }

  @MainActor
  final class Field {
    let text = Property("")
    let length = Property(0)
  }

  @MainActor
  final class Label {
    var text = ""
    var title = ""
  }

  @MainActor
  final class Button {
    let taps = SignalSource<Void>()
    let isEnabled = Property(false)
  }

  @MainActor
  final class Banner {
    let text = Property<String?>(nil)
  }

  @MainActor
  final class Table {
    var rows: [String] = []
    let selections = SignalSource<String>()
    func show(_ rows: [String]) { self.rows = rows }
  }

  @MainActor
  final class Row {
    let title = Property("")
    let reuse = SignalSource<Void>()
    let scope = Scope()
  }

  @MainActor
  final class Item {
    let title = Property("item")
  }

  @MainActor
  final class Screen {
    var text = ""
    var token: Subscription?
  }

  @MainActor
  final class Search {
    let results = Property(["a", "b"])
  }

  /// The lines that a sample prints.
  @MainActor
  final class Output {
    var lines: [String] = []

    func print(_ items: [Any]) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
  }
}
