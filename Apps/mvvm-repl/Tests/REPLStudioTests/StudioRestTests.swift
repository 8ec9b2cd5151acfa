import Testing

@testable import REPLStudio

/// How much of the session's time browsers get.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct StudioRestTests {
  let host = StudioHost.open()

  /// Rests of a studio that end when a test says so.
  @MainActor
  private final class Rests {
    private(set) var lengths: [Duration] = []
    private var sleepers: [CheckedContinuation<Void, Never>] = []

    func rest(for length: Duration) async {
      lengths.append(length)
      await withCheckedContinuation { sleepers.append($0) }
    }

    /// Waits until there is a rest, and ends it.
    func end() async {
      while sleepers.isEmpty { await Task.yield() }
      sleepers.removeFirst().resume()
    }
  }

  private var look: StudioLook {
    var look = StudioLook()
    look.screen = "form"
    return look
  }

  @Test func afterNewsTheSessionHasItsTimeForItself() async throws {
    let rests = Rests()
    host.studio.rest = { await rests.rest(for: $0) }
    var drawn = 0
    host.session.host.screens.makers.register(SignUp.self) { form, context in
      drawn += 1
      return context.schemaPicture(of: form)
    }
    await host.type("let form = SignUp()")
    let guest = try #require(host.studio.welcome())
    #expect(await guest.pull(look)["picture"] != nil)
    let next = Task { await guest.pull(look) }
    for age in 0..<100 {
      await host.type("form.age = \(age)")
      await Task.yield()
    }
    #expect(drawn == 1 && host.studio.isResting)
    await rests.end()
    #expect("\(await next.value["picture"] ?? [:])".contains("99"))
    #expect(drawn == 2)
    await rests.end()
    #expect(rests.lengths.count == 2 && rests.lengths.allSatisfy { $0 > .zero })
    guest.close()
  }

  @Test func aBrowserThatAsksMoreOftenTakesNothingFromAnother() async throws {
    let rests = Rests()
    host.studio.rest = { await rests.rest(for: $0) }
    await host.type("let form = SignUp()")
    let (one, other) = (
      try #require(host.studio.welcome()), try #require(host.studio.welcome())
    )
    _ = await one.pull(look)
    // Both wait; the one that has just been served comes behind the other.
    let (again, first) = (Task { await one.pull(look) }, Task { await other.pull(look) })
    await host.type("form.age = 7")
    for _ in 0..<10 { await Task.yield() }
    await rests.end()
    #expect(await first.value["picture"] != nil)
    await rests.end()
    #expect(await again.value["picture"] != nil)
    await rests.end()
    one.close()
    other.close()
  }
}
