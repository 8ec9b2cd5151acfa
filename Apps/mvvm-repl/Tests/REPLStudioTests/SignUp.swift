import Bindings
import REPLKit
import ViewModels

/// A form with a member of each kind, a secret and a command with a parameter.
@MainActor
final class SignUp: ViewModel {
  let name = Property("ann", label: "name")
  let age = Property(30, label: "age")
  let pin = Property("1234", label: "pin")
  let greeting: Computed<String>
  let rename: Command<String, Void>
  let save: Command<Void, String>
  let remind: Command<Void, Void>
  let fetch: Command<Void, Void>

  init(clock: SessionClock) {
    greeting = Computed(label: "greeting") { [name] in "Hello, \(name.value)" }
    rename = Command(label: "rename") { [name] text in name.value = text }
    save = Command(label: "save") { [name] in "saved \(name.value)" }
    remind = Command(label: "remind") { [name] in
      try await clock.sleep(for: .seconds(1))
      name.value = "reminded"
    }
    fetch = Command(label: "fetch") { [name] in
      try await clock.sleep(for: .seconds(1))
      clock.note(.network)
      name.value = "fetched"
    }
  }

  static let schema = ViewModelSchema(
    SignUp.self, "A form for tests.",
    members: [
      .property("name", { $0.name }), .property("age", { $0.age }),
      .property("pin", { $0.pin }, isSecure: true), .derived("greeting", { $0.greeting }),
      .command("rename", { $0.rename }, parameters: [Parameter(type: .string)]) {
        arguments throws(ViewModelError) in try arguments.value(0, as: String.self)
      },
      .command("save", { $0.save }), .command("remind", { $0.remind }),
      .command("fetch", { $0.fetch }),
    ])
}
