import Bindings
import Testing
import ViewModels

@testable import REPLKit

@MainActor
private final class Thermostat: ViewModel {
  let target = Property(20, label: "target")
  let note = Property<String?>(nil, label: "note")
  let isWarm: Computed<Bool>
  let raise: Command<Void, Int>
  let reset: Command<Void, Void>

  init() {
    isWarm = Computed(label: "isWarm") { [target] in target.value > 22 }
    raise = Command(label: "raise", enabled: isWarm) { [target] in
      target.value += 1
      return target.value
    }
    reset = Command(label: "reset") { [target] in target.value = 20 }
  }

  static let schema = ViewModelSchema(
    Thermostat.self, "Keeps a room warm.",
    members: [
      .property("target", { $0.target }, "In degrees Celsius."),
      .property("note", { $0.note }),
      .derived("isWarm", { $0.isWarm }),
      .command("raise", { $0.raise }),
      .command("reset", { $0.reset }),
    ])
}

@MainActor
@Suite(.ownGraph) struct ViewModelSchemaTests {
  fileprivate let thermostat = Thermostat()
  let schema = Thermostat.schema

  @Test func aRunHasItsOutcomeWhenItHasEnded() async throws {
    let schema = ViewModelSchema(
      Thermostat.self,
      members: [
        .command(
          "rest",
          { _ in
            Command<Void, Int>(label: "rest") {
              await Task.yield()
              return 7
            }
          })
      ])
    let run = try #require(schema["rest"]?.command(in: thermostat)).execute([])
    #expect(run.outcome == nil)
    guard case .success(7) = await run.result, case .success(7)? = run.outcome else {
      Issue.record("\(String(describing: run.outcome))")
      return
    }
  }

  @Test func listsMembersWithKindsTypesAndDocumentation() throws {
    #expect(schema.typeName == "Thermostat")
    #expect(schema.members.map(\.name) == ["target", "note", "isWarm", "raise", "reset"])
    #expect(
      schema.members.map(\.kind) == [.property, .property, .derived, .command, .command])
    #expect(
      schema.members.map { "\($0.type)" } == ["Int", "String?", "Bool", "Int", "Void"])
    #expect(schema["target"]?.documentation == "In degrees Celsius.")
    #expect(schema["nothing"] == nil)
  }

  @Test func setsAndReadsByName() throws {
    let target = try #require(schema["target"])
    try target.set(25, in: thermostat)
    #expect(thermostat.target.value == 25)
    #expect(try target.value(in: thermostat) == 25)
    #expect(try schema["isWarm"]?.value(in: thermostat) == true)
  }

  @Test func aValueOfAnotherTypeIsRefusedAndChangesNothing() throws {
    let target = try #require(schema["target"])
    let error = #expect(throws: ViewModelError.self) { try target.set("25", in: thermostat) }
    #expect(error?.code == .typeMismatch)
    #expect(thermostat.target.value == 20)
  }

  @Test func derivedMembersAndCommandsCannotBeSet() throws {
    for name in ["isWarm", "raise"] {
      let error = #expect(throws: ViewModelError.self) {
        try schema[name]?.set(true, in: thermostat)
      }
      #expect(error?.code == .readOnly)
    }
  }

  @Test func observersSeeTheValueNowAndEachChangeUntilCancelled() throws {
    var seen: [DynamicValue] = []
    let subscription = observe {
      seen.append((try? schema["isWarm"]?.value(in: thermostat)) ?? .null)
    }
    thermostat.target.value = 21
    thermostat.target.value = 23
    subscription.cancel()
    thermostat.target.value = 10
    #expect(seen == [false, true])
  }

  @Test func commandsReturnTheirResultOrTheFalseCondition() throws {
    let raise = try #require(schema["raise"]?.command(in: thermostat))
    #expect(!raise.isEnabled)
    #expect(raise.disabledReasons == ["isWarm is false"])
    guard case .rejected? = try raise.execute([]).outcome else {
      Issue.record("a disabled command ran")
      return
    }
    thermostat.target.value = 30
    guard case .success(31)? = try raise.execute([]).outcome else {
      Issue.record("the command did not return 31")
      return
    }
  }

  @Test func argumentsThatDoNotFitShowTheCall() throws {
    let reset = try #require(schema["reset"]?.command(in: thermostat))
    let error = #expect(throws: ViewModelError.self) {
      _ = try reset.execute([LabeledArgument(label: "to", value: 3)])
    }
    #expect(error?.message == "reset is called as reset().")
  }

  @Test func theCatalogCreatesByNameAndReplacesEqualNames() async throws {
    var catalog = Catalog()
    catalog.add(Thermostat.self) { Thermostat() }
    catalog.add(Thermostat.self) {
      let thermostat = Thermostat()
      thermostat.target.value = 5
      return thermostat
    }
    #expect(catalog.entries.count == 1)
    let made = try await #require(catalog["Thermostat"]).make()
    #expect(try schema["target"]?.value(in: made) == 5)
    #expect(catalog["thermostat"] == nil)
  }
}
