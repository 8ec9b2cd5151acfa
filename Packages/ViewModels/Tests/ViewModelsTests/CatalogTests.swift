import Bindings
import Testing
import ViewModels

private enum Red {
  @ViewModel final class Lamp { var watts = 5 }
}

private enum Blue {
  @ViewModel final class Lamp { var volts = 12 }
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

@ViewModel private final class Shelf {
  init(printer: Printer?) {}
}

@ViewModel private final class Unlabelled {
  private let service: any OrderService
  private(set) var customer: String
  init(_ service: any OrderService, _ customer: String = "none") {
    (self.service, self.customer) = (service, customer)
  }
}

@ViewModel private final class Several {
  private let services: [any OrderService]
  private let named: [String: any OrderService]
  private(set) var count: Int
  init(services: [any OrderService], named: [String: any OrderService], extra: Int = 1) {
    (self.services, self.named) = (services, named)
    count = services.count + named.count + extra
  }
}

@MainActor
@Suite(.ownGraph) struct CatalogTests {
  @Test func aProvidedParameterWithoutLabelLeavesTheArgumentToTheNext() async throws {
    var catalog = Catalog()
    catalog.add(Unlabelled.self)
    catalog.provide((any OrderService).self) { Orders() }
    let entry = try #require(catalog["Unlabelled"])
    #expect((try await entry.make([Argument(value: "ada")]) as? Unlabelled)?.customer == "ada")
    #expect((try await entry.make() as? Unlabelled)?.customer == "none")
    await #expect(throws: ViewModelError.self) {
      _ = try await entry.make([Argument(value: "ada"), Argument(value: "bob")])
    }
  }

  @Test func aListOrDictionaryOfServicesIsProvided() async throws {
    var catalog = Catalog()
    catalog.add(Several.self)
    catalog.provide([any OrderService].self) { [Orders(), Orders()] }
    await #expect(throws: ViewModelError.self) { _ = try await catalog["Several"]?.make() }
    catalog.provide([String: any OrderService].self) { ["a": Orders()] }
    #expect((try await catalog["Several"]?.make() as? Several)?.count == 4)
    let other = try await catalog["Several"]?.make([Argument(label: "extra", value: 7)])
    #expect((other as? Several)?.count == 10)
  }

  @Test func anOptionalServiceThatIsNotProvidedIsNotNil() async throws {
    var catalog = Catalog()
    catalog.add(Desk.self)
    catalog.add(Shelf.self)
    #expect((try await catalog["Desk"]?.make() as? Desk)?.hasPrinter == true)
    await #expect(throws: ViewModelError.self) { _ = try await catalog["Shelf"]?.make() }
    catalog.provide(Printer?.self) { nil }
    #expect((try await catalog["Desk"]?.make() as? Desk)?.hasPrinter == false)
    #expect(try await catalog["Shelf"]?.make() is Shelf)
  }

  @Test func aServiceIsProvidedOnceAndNotAskedFor() async throws {
    var catalog = Catalog()
    catalog.add(OrderForm.self)
    catalog.provide((any OrderService).self) { Orders() }
    let entry = try #require(catalog["OrderForm"])
    #expect(entry.parameters.map(\.label) == ["for", "printer", "copies"])
    let form = try await entry.make([
      Argument(label: "for", value: "Li"), Argument(label: "copies", value: 2),
    ])
    #expect((form as? OrderForm)?.city == "Shanghai")
    #expect((form as? OrderForm)?.hasPrinter == false)
    // One that is provided is taken in place of the default, before or after the type is added.
    catalog.provide(Printer?.self) { Printer() }
    catalog.provide((any OrderService).self) { Orders(city: "北京") }
    let other = try await catalog["OrderForm"]?.make([Argument(label: "for", value: "Li")])
    #expect((other as? OrderForm)?.hasPrinter == true)
    #expect((other as? OrderForm)?.city == "北京")
  }

  @Test func aMissingServiceIsNamedWithTheLineToAdd() async throws {
    var catalog = Catalog()
    catalog.add(OrderForm.self)
    let error = await #expect(throws: ViewModelError.self) {
      _ = try await catalog["OrderForm"]?.make([Argument(label: "for", value: "Li")])
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
      _ = try await catalog["OrderForm"]?.make([Argument(label: "for", value: "Li")])
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
