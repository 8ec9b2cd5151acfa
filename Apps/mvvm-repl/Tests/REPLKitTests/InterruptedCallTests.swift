import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A service of the host, whose calls last until they are cancelled, or longer if it is stubborn.
@MainActor
private final class LateService {
  var isOpen = false
  var isStubborn = false
  private(set) var isCalled = false
  private var waiter: CheckedContinuation<Void, Never>?

  func answer() async throws {
    guard !isOpen else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter = continuation
        isCalled = true
      }
    } onCancel: {
      Task { @MainActor in if !isStubborn { end() } }
    }
    try Task.checkCancellation()
  }

  func end() {
    waiter?.resume()
    waiter = nil
  }
}

/// A view-model that the service makes, with elements that it has.
@MainActor
private final class LateShelf: KeyedViewModel {
  let value = Property<DynamicValue>(1, label: "value")
  let act = Command<Void, Void>(label: "act") {}
  private let service: LateService

  init(_ service: LateService) async throws {
    self.service = service
    try await service.answer()
  }

  var suggestedKeys: [DynamicValue] { [] }
  func load(_ key: DynamicValue) async throws {
    if key == "late" { try await service.answer() }
  }
  func element(_ key: DynamicValue) throws(ViewModelError) -> KeyedElement {
    KeyedElement(value) { [service] _ in
      if key == "deaf" { try? await service.answer() } else { try await service.answer() }
    }
  }

  static let schema = ViewModelSchema(
    LateShelf.self, "A shelf.", members: [.command("act", { $0.act })])
}

/// Ctrl-C ends the wait for whatever the host does, as it does for a command.
@MainActor
@Suite(.ownGraph, .timeLimit(.minutes(10))) struct InterruptedCallTests {
  private let service: LateService
  private let conversation: Conversation

  private nonisolated static let calls = [
    ("s[\"late\"]", "s[\"late\"] was cancelled"),
    ("s[\"late\"] ?? 1", "s[\"late\"] was cancelled"),
    ("s[\"a\"] = 1", "s[\"a\"] was cancelled"),
    (":late", ":late was cancelled"),
    ("let n = LateShelf()", "LateShelf was cancelled"),
    ("whatif s.act()", "s.act was cancelled"),
  ]

  init() async {
    let service = LateService()
    self.service = service
    conversation = Conversation { catalog, _ in
      catalog.add(LateShelf.self) { try await LateShelf(service) }
    }
    conversation.session.host.rehearsesCommands = true
    conversation.session.add(
      ToolCommand("late", Message(verbatim: "late")) { _ in
        try await service.answer()
        return []
      })
    service.isOpen = true
    await conversation.say("let s = LateShelf()")
    service.isOpen = false
  }

  @Test(arguments: calls) func itIsCancelled(statement: String, told: String) async {
    let run = Task { await conversation.say("\(statement); 2") }
    while !service.isCalled { await Task.yield() }
    #expect(conversation.session.cancelRunning())
    service.end()
    #expect(await run.value.status == .runtimeError)
    #expect(conversation.diagnostics.map(\.code) == [.cancelled])
    #expect(conversation.diagnostics.first?.message.text(in: .english) == told)
    #expect(await conversation.say("1 + 1").lines == ["2"])
  }

  @Test func whatWasDoneAllTheSameIsNotToldAsCancelled() async {
    let run = Task { await conversation.say("s[\"deaf\"] = 1; 2") }
    while !service.isCalled { await Task.yield() }
    #expect(conversation.session.cancelRunning())
    service.end()
    let said = await run.value.lines
    #expect(!said.contains("2") && !said.joined().contains("s[\"deaf\"] was cancelled"), "\(said)")
    #expect(await conversation.say("1 + 1").lines == ["2"])
  }

  @Test(arguments: calls) func theSecondTimeItIsLeft(statement: String, told: String) async {
    service.isStubborn = true
    let run = Task { await conversation.say(statement) }
    while !service.isCalled { await Task.yield() }
    conversation.session.cancelRunning()
    conversation.session.cancelRunning()
    #expect(await run.value.status == .runtimeError)
    #expect(conversation.diagnostics.map(\.code) == [.cancelled])
    service.end()
    #expect(await conversation.say("1 + 1").lines == ["2"])
  }

  /// It lends the terminal to another program, for which Ctrl-C is meant.
  @Test func whatIsNotInterruptibleGoesOn() async {
    conversation.session.add(
      ToolCommand("lend", Message(verbatim: "lend"), isInterruptible: false) { [service] _ in
        try await service.answer()
        return [.output("done")]
      })
    let run = Task { await conversation.say(":lend") }
    while !service.isCalled { await Task.yield() }
    conversation.session.cancelRunning()
    conversation.session.cancelRunning()
    service.end()
    #expect(await run.value.lines == ["done"])
  }
}
