import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// A program before its source was changed.
private enum Before {
  @ViewModel final class Basket { var items = 0 }

  @ViewModel final class Shop {
    var customer = ""
    var count = 1
    var weight = 0.5
    var note = ""
    @Secure var pin = ""
    private(set) var orders: Int = 0
    private(set) var city: String
    let basket = Basket()
    var isReady: Bool { !customer.isEmpty && count > 0 }

    init(city: String = "Shanghai") { self.city = city }

    @Command(enabled: \.isReady) func order() { orders += 1 }
    @Command func wait() async throws {
      let never = AsyncStream<Void> { _ in }
      for await _ in never {}
      try Task.checkCancellation()
    }
  }

  @ViewModel final class Depot { var name = "D" }
  @ViewModel final class Van { var plate = "V" }
}

/// The same program afterwards: a rule is another one, a member is gone, one has another type, and an
/// initializer needs something.
private enum After {
  @ViewModel final class Basket { var items = 0 }

  @ViewModel final class Shop {
    var customer = ""
    var count = "one"
    var weight = 0.5
    @Secure var pin = ""
    private(set) var orders: Int = 0
    private(set) var city: String
    let basket = Basket()
    var isReady: Bool { !customer.isEmpty && weight > 1 }

    init(city: String = "Shanghai") { self.city = city }

    @Command(enabled: \.isReady) func order() { orders += 1 }
  }

  @ViewModel final class Depot {
    var name: String
    init(name: String) { self.name = name }
  }
}

/// The same program with a member that is neither secret nor text any more.
private enum Open {
  @ViewModel final class Shop {
    var customer = ""
    var pin = 0
    init(city: String = "Shanghai") {}
  }
}

@MainActor
@Suite(.ownGraph) struct CarryingTests {
  let before = Conversation { catalog, _ in
    catalog.add(Before.Shop.self)
    catalog.add(Before.Depot.self)
    catalog.add(Before.Van.self)
  }
  let same = Conversation { catalog, _ in
    catalog.add(Before.Shop.self)
    catalog.add(Before.Depot.self)
    catalog.add(Before.Van.self)
  }
  let after = Conversation { catalog, _ in
    catalog.add(After.Shop.self)
    catalog.add(After.Depot.self)
  }

  /// Through its encoding, as a new program gets it.
  func carry(to other: Conversation) async throws -> CarriedOver {
    let data = try JSONEncoder().encode(before.session.carried())
    let carried = try JSONDecoder().decode(CarriedSession.self, from: data)
    return await other.session.take(carried)
  }

  func texts(_ over: CarriedOver) -> [String] {
    over.losses.map { "\($0.name): \($0.reason)" }
  }

  @Test func namesValuesAndWhatFollowsFromThemGoOn() async throws {
    await before.say(
      """
      :clock manual
      advance 5s
      let shop = Shop(city: "北京"); let same = shop; let basket = shop.basket
      shop.customer = "Li"; shop.count = 3; shop.weight = 2.0; basket.items = 7; shop.pin = "1234"
      var size = 2.0; let word = "tea"; let list = [1, 2.0]
      let total = { shop.count * basket.items }; let twice = { total * 2 }
      """)
    #expect(texts(try await carry(to: same)) == [])
    #expect(same.lines == [])
    #expect(
      await same.say("shop.city; same.count; basket.items; shop.weight; size; word; list").lines
        == ["\"北京\"", "3", "7", "2.0", "2.0", "\"tea\"", "[1.0, 2.0]"])
    #expect(await same.say("twice").lines == ["42"])
    #expect(await same.say("basket.items = 8; twice").lines == ["48"])
    #expect(await same.say("same.count = 1; shop.count").lines == ["1"])
    #expect(await same.say("expect shop.pin == \"1234\"").status == .ok)
    #expect(same.clock.mode == .manual)
    #expect(same.clock.moment == before.clock.moment)
    #expect(await same.say("size = 3.5; size").lines == ["3.5"])
  }

  @Test func whatOnlyItsViewModelSetsGoesOn() async throws {
    await before.say("let shop = Shop(); shop.customer = \"Li\"; shop.order(); shop.order()")
    await before.say("watch shop.orders")
    #expect(texts(try await carry(to: same)) == [])
    #expect(same.lines == [])
    #expect(await same.say("shop.orders").lines == ["2"])
    // What has changed it can be taken back there, and goes on from where it was.
    #expect(await same.say("shop.order(); shop.orders").lines.last == "3")
    await same.say("undo 2")
    #expect(await same.say("shop.orders").lines == ["1"])
  }

  @Test func whatARunningCommandHasSetDoesNotGoOn() async throws {
    await before.say("let shop = Shop(); shop.customer = \"Li\"; shop.order(); shop.wait() &")
    let losses = texts(try await carry(to: same))
    #expect(
      losses.contains("shop.orders: only its view-model sets it, and it is another value now"))
    #expect(await same.say("shop.orders; shop.customer").lines == ["0", "\"Li\""])
    await before.say(":cancel all")
  }

  @Test func watchesAndBindingsKeepTheirNumbers() async throws {
    await before.say(
      """
      let shop = Shop(); let other = Shop()
      watch shop.count; watch shop.customer; unwatch #1; watch shop.isReady when shop.count > 1
      watch shop.count, other.count as table; watch shop.weight as spark every 100ms
      bind shop.customer <-> other.customer; bind shop.count -> other.count; unbind #1
      bind shop.weight -> other.customer via text
      """)
    let over = try await carry(to: same)
    #expect(texts(over) == [])
    #expect(same.lines == [])
    #expect(over.looks.count == 3)
    #expect(
      await same.say("watch").lines.map { $0.trimmingCharacters(in: .whitespaces) } == [
        "Watched", "#2  shop.customer", "#3  shop.isReady when shop.count > 1",
        "#4  shop.count, other.count as table",
        "#5  shop.weight as spark every 100ms",
      ])
    #expect(await same.say("bind").lines.suffix(2).allSatisfy { $0.contains("->") })
    #expect(same.session.links.all.map(\.number) == [2, 3])
    #expect(
      await same.say("shop.customer = \"Li\"").lines == ["◉ shop.customer  \"Li\"  ⟵ \"\""])
    #expect(await same.say("shop.count = 9; other.count").lines.last == "9")
    // What comes next counts on.
    await same.say("watch shop.basket.items; bind shop.basket.items -> other.basket.items")
    #expect(same.session.watches.all.last?.number == 6)
    #expect(same.session.links.all.last?.number == 4)
  }

  @Test func sparksAndMarblesGoOnAsTheyWere() async throws {
    await before.say(
      """
      :clock manual
      let van = Van(); let shop = Shop(); watch van.plate as spark; watch shop.count as spark
      watch shop.customer, shop.pin as marbles
      shop.count = 4; shop.customer = "a"; shop.pin = "hunter2"; advance 50ms; shop.count = 9
      """)
    let marbles = await before.say("shop.customer = \"b\"").lines
    let data = try JSONEncoder().encode(before.session.carried().desk.watches)
    #expect(!String(decoding: data, as: UTF8.self).contains("hunter2"))
    let over = try await carry(to: same)
    #expect(over.losses.isEmpty)
    // The pictures are as they were, and nobody is told.
    #expect(same.lines.isEmpty, "\(same.lines)")
    let spark = await same.say("shop.count = 2").lines
    #expect(spark.contains { $0.contains(SparkDrawing.picture(of: [1, 4, 9, 2])) }, "\(spark)")
    let drawn = over.looks.compactMap { look -> [String]? in
      if case .drawing(_, _, let drawing, _) = look { drawing.lines } else { nil }
    }
    #expect(drawn.last.map { lines in lines.allSatisfy { marbles.joined().contains($0) } } == true)
    #expect(await same.say("advance 50ms; shop.customer = \"c\"").lines != [])
  }

  @Test func theDrawingOfALostNameIsNoneOfTheNextWatch() async throws {
    await before.say(
      """
      let van = Van(); let shop = Shop()
      watch van.plate as marbles; watch shop.customer as marbles; van.plate = "gone"
      """)
    let over = try await carry(to: after)
    #expect(texts(over).contains { $0.hasPrefix("watch #1 van.plate") })
    #expect(!after.lines.joined().contains("gone"))
    let next = await after.say("shop.customer = \"Li\"; watch shop.weight as marbles").lines
    #expect(!next.joined().contains("gone"), "\(next)")
  }

  @Test func aChangedRuleIsToldByItsWatch() async throws {
    await before.say("let shop = Shop(); shop.customer = \"Li\"; watch shop.isReady")
    _ = try await carry(to: after)
    #expect(after.lines == ["◉ shop.isReady  false  ⟵ true"])
    // It answers nothing that was typed, and a test of the recording tells what it cannot repeat.
    let exported = await after.say(":export test").lines
    #expect(!exported.contains { $0.contains("shop.isReady  false") })
    #expect(exported.contains { $0.hasPrefix("/// - it was recorded across a reload") })
  }

  @Test func whatDoesNotFitAnyMoreIsNamedOnce() async throws {
    await before.say(
      """
      let shop = Shop(); let depot = Depot(); let van = Van(); depot.name = "north"
      shop.count = 3; shop.note = "fragile"; shop.customer = "Li"; shop.order(); shop.wait() &
      let place = { depot.name }; let copy = shop.count; watch depot.name; watch shop.note
      bind shop.customer -> depot.name
      """)
    let over = try await carry(to: after)
    let losses = texts(over)
    #expect(losses.first == "shop.wait(): it was running, and is not run again")
    #expect(losses.contains { $0.hasPrefix("depot: it cannot be made as before: Depot is called") })
    #expect(losses.contains("van: there is no Van any more"))
    #expect(
      losses.contains(
        "shop.count: its value does not fit any more: String is expected here; 3 is an Int. "
          + "Write \"3\"."))
    #expect(losses.contains("shop.note: it is not there any more; it was \"fragile\""))
    #expect(
      losses.contains("shop.orders: only its view-model sets it, and it is another value now"))
    #expect(losses.contains("watch #1 depot.name: it is not there any more"))
    #expect(losses.contains { $0.hasPrefix("watch #2 shop.note: Shop has no member 'note'") })
    #expect(losses.contains { $0.hasPrefix("bind #1: ") })
    #expect(losses.contains { $0.hasPrefix("place: ") })
    #expect(losses.count == 10)
    #expect(Set(over.losses.map(\.name)).count == over.losses.count)
    for loss in over.losses {
      #expect(loss.reason.text(in: .chinese) != loss.reason.text(in: .english))
    }
    // What fits is there.
    #expect(await after.say("shop.customer; copy; shop.orders").lines == ["\"Li\"", "3", "0"])
    await before.say(":cancel all")
  }

  @Test func snapshotsAreRestoredWhereTheyWereKept() async throws {
    await before.say("let shop = Shop(); shop.count = 4; :snapshot four\nshop.count = 9")
    _ = try await carry(to: same)
    #expect(await same.say("shop.count; :restore four\nshop.count").lines.last == "4")
  }

  @Test func whatWasSetBehindABindingStays() async throws {
    await before.say("let shop = Shop(); let other = Shop(); bind shop.count -> other.count")
    await before.say("shop.count = 3; other.count = 7")
    let over = try await carry(to: same)
    #expect(texts(over) == [])
    #expect(await same.say("shop.count; other.count").lines == ["3", "7"])
    #expect(await same.say("shop.count = 9; other.count").lines.last == "9")
  }

  @Test func aSnapshotGoesOnTellingWhatStays() async throws {
    let (old, new) = (withLists(), withLists())
    await old.say("let l = ListViewModel(); l.add(\"a\"); :snapshot a\nl.add(\"b\")")
    _ = await new.session.take(old.session.carried())
    let said = await new.say(":restore a").lines
    #expect(said.first?.contains("only its view-model sets l.cells") == true, "\(said)")
  }

  private func withLists() -> Conversation {
    Conversation { catalog, _ in catalog.add(ListViewModel.self) }
  }

  @Test func secretsStaySecret() async throws {
    await before.say(
      """
      let shop = Shop(); shop.pin = "hunter2"; let kept = shop.pin; var open = shop.pin
      let derived = { shop.pin }
      """)
    let carried = before.session.carried()
    #expect(!"\(carried)".contains("hunter2"))
    #expect(!String(reflecting: carried).contains("hunter2"))
    var dumped = ""
    dump(carried, to: &dumped)
    #expect(!dumped.contains("hunter2"))
    #expect(texts(try await carry(to: same)) == [])
    let said = await same.say("kept; open; derived; shop; :vars\nshop.pin = kept")
    #expect(!said.lines.joined().contains("hunter2"), "\(said.lines)")
    #expect(said.status == .ok)
    #expect(await same.say("expect shop.pin == \"hunter2\"").status == .ok)
    #expect(await same.say("shop.customer = open").status != .ok)
  }

  @Test func aSecretThatLosesItsMarkIsNotToldInWhatIsLost() async throws {
    await before.say("let shop = Shop(); shop.pin = \"hunter2\"; :snapshot s")
    let open = Conversation { catalog, _ in catalog.add(Open.Shop.self) }
    let losses = texts(try await carry(to: open))
    #expect(losses.contains { $0.hasPrefix("shop.pin: its value does not fit any more") })
    #expect(!losses.joined().contains("hunter2"), "\(losses)")
  }

  @Test func aNameThatIsLostOnOneDeskIsNoneOfTheOther() async throws {
    let course = try Course([
      (
        "01-first.md",
        "# First\n## Make\n- [ ] made: `van.count == 9`\n> Make.\n```mvvm solution\n1\n```\n"
      )
    ])
    for conversation in [before, after] { conversation.session.offer(course) }
    await before.say("let van = Van()")
    await before.say(":lesson 1")
    await before.say("let van = Shop(); van.customer = \"Li\"")
    let losses = texts(try await carry(to: after))
    #expect(losses.contains("van: there is no Van any more"))
    #expect(await after.say("van.customer").lines == ["\"Li\""])
  }

  @Test func aLessonGoesOnWithTheDeskAside() async throws {
    let course = try Course([
      (
        "01-first.md",
        """
        # First
        ## Make
        - [ ] made: `shop.count == 1`
        > Make one.
        ```mvvm solution
        let shop = Shop()
        ```
        ## Set
        - [ ] set: `shop.count == 2`
        > Set it.
        > Do.
        ```mvvm solution
        shop.count = 2
        ```
        """
      )
    ])
    before.session.offer(course)
    same.session.offer(course)
    await before.say("let mine = Shop(); mine.count = 77; watch mine.count")
    await before.say(":lesson 1\n:clock manual")
    await before.say("let shop = Shop()\n:hint")
    #expect(texts(try await carry(to: same)) == [])
    let typed = { @MainActor [same] in
      await same.say(":export md").lines.filter { $0.hasPrefix("❯") }
    }
    #expect(await typed() == ["❯ :clock manual", "❯ let shop = Shop()"])
    #expect(await same.say("shop.count").lines == ["1"])
    #expect(await same.say("mine").status != .ok)
    let said = await same.say("shop.count = 2")
    #expect(said.lines.contains("✓ Step 2 of 2 is done."), "\(said.lines)")
    #expect(same.clock.mode == .manual)
    await same.say(":lesson stop")
    #expect(same.clock.mode == .real)
    #expect(await typed() == ["❯ let mine = Shop()", "❯ mine.count = 77", "❯ watch mine.count"])
    #expect(await same.say("mine.count = 78").lines == ["◉ mine.count  78  ⟵ 77"])
    // A lesson that is not offered any more is named.
    #expect(
      texts(try await carry(to: after)).contains(":lesson 01-first: there is no such step any more")
    )
  }

  @Test func numbersThatJSONDoesNotKnowGoOn() async throws {
    await before.say("let shop = Shop(); let most = 1.0 / 3; shop.weight = 1e308 * 10")
    before.session.graph.run {
      before.session.give(
        "odd", .constant(.array([.double(.infinity), .double(-0.0), .int(1)]), .any))
    }
    _ = try await carry(to: same)
    #expect(await same.say("odd; most == 1.0 / 3").lines == ["[inf, -0.0, 1]", "true"])
  }

  @Test func aValueOfManyLevelsGoesOn() async throws {
    let deep = (0..<1_000).reduce(DynamicValue.int(7)) { value, level in
      level.isMultiple(of: 2) ? .array([value, .null]) : .object(["b": value, "a": .int(level)])
    }
    before.session.graph.run { before.session.give("deep", .constant(deep, .any)) }
    _ = try await carry(to: same)
    guard case .constant(let value, _)? = same.session.scope["deep"] else {
      Issue.record("there is no such value")
      return
    }
    #expect(value == deep)
  }
}
