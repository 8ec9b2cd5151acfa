import Bindings
import Testing
import ViewModels

private enum Red {
  @ViewModel final class Lamp { var watts = 5 }
}

private enum Blue {
  @ViewModel final class Lamp { var volts = 12 }
}

@MainActor
@Suite struct CatalogTests {
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
