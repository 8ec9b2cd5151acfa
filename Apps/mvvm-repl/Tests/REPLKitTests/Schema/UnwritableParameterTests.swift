import Bindings
import Testing
import ViewModels

@testable import REPLKit

private struct Opaque {}

@ViewModel
private final class Machine {
  @Command func move(_ place: (Int, Int)) {}
  @Command func turn(_ part: Opaque, times: Int = 1) {}
  @Command func stop(_ part: Opaque = Opaque()) {}
}

/// Commands with a parameter that no value can be written for.
@MainActor
@Suite(.ownGraph) struct UnwritableParameterTests {
  private func error(_ name: String, _ value: DynamicValue) throws -> ViewModelError? {
    let command = try #require(Machine.schema[name]?.command(in: Machine()))
    return #expect(throws: ViewModelError.self) {
      try command.execute([LabeledArgument(value: value)])
    }
  }

  // The error said to leave it out, and the next one to write it.
  @Test(
    arguments: [("move", [1, 2], "(Int, Int)"), ("turn", 5, "Opaque")]
      as [(String, DynamicValue, String)])
  func aCommandThatNeedsItIsSaidNotToRunHere(name: String, value: DynamicValue, type: String) throws
  {
    let error = try #require(try error(name, value))
    #expect(error.code == .arguments)
    let message = Message(error)
    #expect(
      message.text(in: .english)
        == "\(type) cannot be written here, so \(name) cannot be executed by name. "
        + "Give it a type that is Codable, or an enumeration that is CaseIterable.")
    #expect(
      message.text(in: .chinese)
        == "\(type) 在这里写不出来，所以不能按名字执行 \(name)。请改用符合 Codable 的类型（枚举则符合 CaseIterable）。")
  }

  @Test func whatHasADefaultIsLeftOut() throws {
    #expect(try error("stop", 5)?.message == "A Opaque cannot be written here. Leave it out.")
  }
}
