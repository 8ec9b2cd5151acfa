import Bindings
import Testing
import ViewModels

@testable import REPLKit

private enum Red {
  @ViewModel final class Lamp { var watts = 5 }
}

private enum Blue {
  @ViewModel final class Lamp { var volts = 12 }
}

extension Red { fileprivate struct Bulb: Codable { var isOn = false } }
extension Blue { fileprivate struct Bulb: Codable { var isDim = true } }

@ViewModel private final class Garland {
  private(set) var text: String
  init(_ red: Red.Bulb, _ blue: Blue.Bulb) { text = "\(red.isOn) \(blue.isDim)" }
}

private protocol OrderService: Sendable { var city: String { get } }
private struct Orders: OrderService { var city = "Shanghai" }
private final class Printer: Sendable {}
private struct Refused: Error {}

@ViewModel private final class OrderForm {
  private let service: any OrderService
  private(set) var customer: String
  private(set) var city: String
  private(set) var hasPrinter: Bool

  init(
    service: any OrderService, for customer: String, printer: Printer? = nil, copies: Int = 1
  ) {
    self.service = service
    self.customer = customer
    city = service.city
    hasPrinter = printer != nil
  }
}

@ViewModel private final class Desk {
  private(set) var hasPrinter: Bool
  init(printer: Printer? = Printer()) { hasPrinter = printer != nil }
}

@ViewModel private final class Rack {
  init(printer: Printer?) {}
}

@ViewModel private final class Stall {
  private(set) var title: String
  init(_ service: any OrderService, others: [any OrderService], _ name: String) {
    title = ([name, service.city] + others.map(\.city)).joined(separator: ", ")
  }
}

/// A view-model whose schema was written by hand; only the reading of its input gives the default.
@MainActor private final class Stand: ViewModel {
  let city: String
  init(_ service: any OrderService) { city = service.city }

  static let schema = ViewModelSchema(
    Stand.self, members: [],
    creation: Creation(parameters: [Parameter(label: "service", of: (any OrderService).self)]) {
      Stand(try $0.value(0, as: (any OrderService).self, default: Orders(city: "Wuhan")))
    })
}

@MainActor
@Suite(.ownGraph) struct CatalogTests {
  @Test func anInputThatWasNotGivenHasTheDefaultOfItsReading() async throws {
    var catalog = Catalog()
    catalog.add(Stand.self)
    #expect((try await catalog["Stand"]?.make([]) as? Stand)?.city == "Wuhan")
    #expect((try await catalog["Stand"]?.make() as? Stand)?.city == "Wuhan")
    catalog.provide((any OrderService).self) { Orders() }
    #expect((try await catalog["Stand"]?.make([]) as? Stand)?.city == "Shanghai")
  }

  @Test func anOptionalServiceThatIsNotProvidedIsNotNil() async throws {
    var catalog = Catalog()
    catalog.add(Desk.self)
    catalog.add(Rack.self)
    #expect((try await catalog["Desk"]?.make() as? Desk)?.hasPrinter == true)
    await #expect(throws: ViewModelError.self) { _ = try await catalog["Rack"]?.make() }
    catalog.provide(Printer?.self) { nil }
    #expect((try await catalog["Desk"]?.make() as? Desk)?.hasPrinter == false)
    #expect(try await catalog["Rack"]?.make() is Rack)
  }

  @Test func aServiceIsProvidedOnceAndNotAskedFor() async throws {
    var catalog = Catalog()
    catalog.add(OrderForm.self)
    catalog.provide((any OrderService).self) { Orders() }
    let entry = try #require(catalog["OrderForm"])
    #expect(entry.parameters.map(\.label) == ["for", "printer", "copies"])
    let form = try await entry.make([
      LabeledArgument(label: "for", value: "Li"), LabeledArgument(label: "copies", value: 2),
    ])
    #expect((form as? OrderForm)?.city == "Shanghai")
    #expect((form as? OrderForm)?.hasPrinter == false)
    // One that is provided is taken in place of the default, before or after the type is added.
    catalog.provide(Printer?.self) { Printer() }
    catalog.provide((any OrderService).self) { Orders(city: "北京") }
    let other = try await catalog["OrderForm"]?.make([LabeledArgument(label: "for", value: "Li")])
    #expect((other as? OrderForm)?.hasPrinter == true)
    #expect((other as? OrderForm)?.city == "北京")
  }

  @Test func aServiceOfAnotherTypeWithTheSameNameIsNotMeant() async throws {
    var catalog = Catalog()
    catalog.add(Garland.self)
    catalog.provide(Red.Bulb.self) { Red.Bulb(isOn: true) }
    let entry = try #require(catalog["Garland"])
    #expect(entry.parameters.count == 1 && entry.providedParameters.count == 1)
    let garland = try await entry.make([LabeledArgument(value: ["isDim": false])]) as? Garland
    #expect(garland?.text == "true false")
  }

  @Test func whatHasNoLabelIsNotTakenForAService() async throws {
    var catalog = Catalog()
    catalog.add(Stall.self)
    catalog.provide((any OrderService).self) { Orders() }
    catalog.provide([any OrderService].self) { [Orders(city: "Wuhan"), Orders()] }
    let entry = try #require(catalog["Stall"])
    #expect(entry.parameters.map(\.name) == ["name"])
    let stall = try await entry.make([LabeledArgument(value: "Li")]) as? Stall
    #expect(stall?.title == "Li, Shanghai, Wuhan, Shanghai")
  }

  @Test func aMissingServiceIsNamedWithTheLineToAdd() async throws {
    var catalog = Catalog()
    catalog.add(OrderForm.self)
    let error = await #expect(throws: ViewModelError.self) {
      _ = try await catalog["OrderForm"]?.make([LabeledArgument(label: "for", value: "Li")])
    }
    #expect(
      error?.message
        == "OrderForm needs OrderService, which cannot be written here. Provide it: "
        + "catalog.provide((any OrderService).self) { … }")
    // What can be typed is still asked for.
    catalog.provide((any OrderService).self) { Orders() }
    let misfit = await #expect(throws: ViewModelError.self) {
      _ = try await catalog["OrderForm"]?.make([])
    }
    #expect(misfit?.message.hasPrefix("OrderForm is called as OrderForm(for: String") == true)
    catalog.provide((any OrderService).self) { throw Refused() }
    let refused = await #expect(throws: ViewModelError.self) {
      _ = try await catalog["OrderForm"]?.make([LabeledArgument(label: "for", value: "Li")])
    }
    #expect(refused?.cause is Refused)
  }

  @Test func aTypeThatIsAddedAgainReplacesItself() async throws {
    var catalog = Catalog()
    catalog.add(Red.Lamp.self)
    catalog.add(Red.Lamp.self) {
      let lamp = Red.Lamp()
      lamp.watts = 9
      return lamp
    }
    #expect(catalog.entries.count == 1)
    #expect((try await catalog["Lamp"]?.make() as? Red.Lamp)?.watts == 9)
  }

  @Test func anotherTypeOfTheSameNameStopsTheProgramWithBothNames() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        var catalog = Catalog()
        catalog.add(Red.Lamp.self)
        catalog.add(Blue.Lamp.self)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Red.Lamp and"), "\(text)")
    #expect(text.contains("Blue.Lamp"), "\(text)")
  }
}
