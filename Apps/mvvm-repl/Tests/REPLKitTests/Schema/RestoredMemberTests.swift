import Bindings
import Testing
import ViewModels

@testable import REPLKit

@MainActor
@ViewModel
private final class Meter {
  struct Handle: Equatable { var number = 0 }

  var step = 1
  private(set) var count: Int = 0
  private(set) var last: String?
  private(set) var handle: Handle = Handle()
  fileprivate(set) var mirror: Int = 0
  var twice: Int { count * 2 }

  @Command func add() { count += step }
}

@MainActor
@Suite(.ownGraph) struct RestoredMemberTests {
  private let meter = Meter()

  private func member(_ name: String) throws -> Member { try #require(Meter.schema[name]) }

  @Test func whatTheViewModelAloneSetsIsPutBack() throws {
    meter.add()
    var seen: [Int] = []
    let subscription = observe { [meter] in seen.append(meter.twice) }
    try member("count").restore(7, in: meter)
    try member("last").restore("x", in: meter)
    #expect(meter.count == 7 && meter.last == "x")
    #expect(seen == [2, 14])
    subscription.cancel()
  }

  @Test func nobodySetsItOtherwise() throws {
    let error = #expect(throws: ViewModelError.self) { try member("count").set(7, in: meter) }
    #expect(error?.code == .readOnly)
    #expect(error?.message == "Only its view-model sets count: run one of its commands that does.")
    #expect(meter.count == 0)
    #expect(try !member("count").isSettable)
    #expect(try member("count").kind == .derived)
    #expect(try member("count").refusal(in: meter)?.message == error?.message)
    #expect(try member("step").refusal(in: meter) == nil)
  }

  @Test func whatFollowsAndWhatOthersSetIsNotPutBack() throws {
    for (name, value): (String, DynamicValue) in [
      ("twice", 4), ("mirror", 4), ("handle", "Handle(number: 0)"), ("add", nil),
    ] {
      #expect(try !member(name).isRestorable)
      #expect(throws: ViewModelError.self) { try member(name).restore(value, in: meter) }
    }
    #expect(try member("step").isRestorable)
    try member("step").restore(3, in: meter)
    #expect(meter.step == 3)
  }

  @Test func aValueOfAnotherTypeChangesNothing() throws {
    let error = #expect(throws: ViewModelError.self) {
      try member("count").restore("x", in: meter)
    }
    #expect(error?.code == .typeMismatch)
    #expect(meter.count == 0)
  }
}
