import Bindings
import ViewModels

/// A view-model with one member of each kind, for the session's tests.
@MainActor
final class Form: ViewModel {
  let name = Property("ann", label: "name")
  let age = Property(30, label: "age")
  let pin = Property("1234", label: "pin")
  let isAdult: Computed<Bool>
  let isNamed: Computed<Bool>
  let canSave: Computed<Bool>
  let save: Command<Void, String>
  let clear: Command<Void, Void>
  let fail: Command<Void, Void>
  let wait: Command<Void, Void>

  init() {
    isAdult = Computed(label: "isAdult") { [age] in age.value >= 18 }
    isNamed = Computed(label: "isNamed") { [name] in !name.value.isEmpty }
    canSave = Computed(label: "canSave") { [isAdult, isNamed] in isAdult.value && isNamed.value }
    save = Command(label: "save", enabled: canSave) { [name] in "saved \(name.value)" }
    clear = Command(label: "clear") { [name, age] in
      batch {
        name.value = ""
        age.value = 0
      }
    }
    fail = Command(label: "fail") { throw Refusal() }
    wait = Command(label: "wait") { () async throws in
      let never = AsyncStream<Void> { _ in }
      for await _ in never {}
      try Task.checkCancellation()
    }
  }

  static let schema = ViewModelSchema(
    Form.self, "A form for tests.",
    members: [
      .property("name", { $0.name }, "Who."),
      .property("age", { $0.age }, "How old, in years."),
      .property("pin", { $0.pin }, "A secret.", isSecure: true),
      .derived("isAdult", { $0.isAdult }, "Whether the age is 18 or more."),
      .derived("isNamed", { $0.isNamed }),
      .derived("canSave", { $0.canSave }),
      .command("save", { $0.save }, "Saves."),
      .command("clear", { $0.clear }, "Empties the form."),
      .command("fail", { $0.fail }),
      .command("wait", { $0.wait }),
    ])
}

struct Refusal: Error, CustomStringConvertible {
  var description: String { "the printer is on fire" }
}
