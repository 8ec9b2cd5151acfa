import Foundation
import Store
import Synchronization
import Testing

extension SettingKey where Value == [String] {
  fileprivate static var recent: SettingKey { SettingKey("recent", default: ["none"]) }
}

@Suite struct SettingsTests {
  struct Preferences {
    @Setting var fontSize: Double

    init(_ settings: StoreSettings) {
      _fontSize = Setting(.fontSize, in: settings)
    }
  }

  @Test(arguments: StoreKind.allCases) func aSettingHasItsDefaultUntilItIsSet(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      let settings = try StoreSettings(store)
      #expect(settings[.fontSize] == 13)
      settings[.fontSize] += 1
      #expect(settings[.fontSize] == 14)
      #expect(settings[.recent] == ["none"])
      let preferences = Preferences(settings)
      preferences.fontSize = 20
      #expect(try settings.value(of: .fontSize) == 20)
      #expect(try settings.reset(.fontSize))
      #expect(preferences.fontSize == 13)
      try settings.set(.recent, to: [])
      try settings.table.clear()
      #expect(settings[.recent] == ["none"])
    }
  }

  @Test func settingsOutliveTheStore() throws {
    try withTemporaryFolder { folder in
      var store = try KeyValueStore(name: "s", in: folder)
      try StoreSettings(store)[.fontSize] = 9
      try store.close()
      store = try KeyValueStore(name: "s", in: folder)
      #expect(try StoreSettings(store)[.fontSize] == 9)
      #expect(try StoreSettings(store, table: "another")[.fontSize] == 13)
      try store.close()
    }
  }

  @Test func aFailureIsReportedAndTheDefaultAnswered() throws {
    let failures = Mutex<[StoreError.Code]>([])
    try StoreKind.memory.withStore { store in
      let settings = try StoreSettings(store) { error in
        failures.withLock { $0.append(error.code) }
      }
      try settings.table.put("not a number", id: "fontSize")
      #expect(settings[.fontSize] == 13)
      #expect(throws: StoreError.self) { try settings.value(of: .fontSize) }
      try store.close()
      settings[.fontSize] = 1
    }
    #expect(failures.withLock { $0 } == [.wrongType, .closed])
  }

  @Test func aSettingIsObservedWithItsDefault() async throws {
    try await StoreKind.file.withStore { store in
      let settings = try StoreSettings(store)
      var sizes = settings.observe(.fontSize).makeAsyncIterator()
      #expect(try await sizes.next() == 13)
      settings[.fontSize] = 15
      #expect(try await sizes.next() == 15)
      try settings.reset(.fontSize)
      #expect(try await sizes.next() == 13)
    }
  }

  @Test(arguments: StoreKind.allCases) func updatesOfSeveralTasksAreAllKept(
    kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let settings = try StoreSettings(store)
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { for _ in 0..<20 { try settings.update(.fontSize) { $0 += 1 } } }
        }
        try await group.waitForAll()
      }
      #expect(settings[.fontSize] == 13 + 160)
    }
  }

  @Test func anUpdateThatThrowsChangesNothing() throws {
    try StoreKind.memory.withStore { store in
      let settings = try StoreSettings(store)
      #expect(throws: CancellationError.self) {
        try settings.update(.fontSize) { size in
          size = 1
          throw CancellationError()
        }
      }
      #expect(settings[.fontSize] == 13)
      #expect(try settings.update(.fontSize) { $0 *= 2 } == 26)
    }
  }
}
