import Bindings
import ViewModels

@testable import REPLKit

/// A view-model whose commands take time on the session's clock.
@MainActor
final class Courier: ViewModel {
  let isOpen = Property(true, label: "isOpen")
  let sent = Property(0, label: "sent")
  let isBusy: Computed<Bool>
  /// Sends one after the other, in 100 ms each.
  let send: Command<Int, Int>
  let pack: Command<Void, Void>
  let lose: Command<Void, Void>
  let secret: Command<String, Void>

  init(clock: SessionClock) {
    isBusy = Computed(label: "isBusy") { [sent] in sent.value > 2 }
    send = Command(label: "send", policy: .queue(max: 3)) { [sent] number in
      try await clock.sleep(for: .milliseconds(100))
      sent.value += 1
      return number
    }
    pack = Command(label: "pack", enabled: isOpen) {
      CommandProgress.report(0.5)
      try await clock.sleep(for: .milliseconds(50))
      CommandProgress.report(0.9)
      CommandProgress.report(0.95)
      try await clock.sleep(for: .milliseconds(50))
    }
    lose = Command(label: "lose") { () async throws in
      try await clock.sleep(for: .milliseconds(30))
      throw Refusal()
    }
    secret = Command(label: "secret") { (_: String) async throws in throw Refusal() }
  }

  static let schema = ViewModelSchema(
    Courier.self, "Carries parcels.",
    members: [
      .property("isOpen", { $0.isOpen }), .property("sent", { $0.sent }),
      .derived("isBusy", { $0.isBusy }, mentions: "sent isOpen"),
      .command(
        "send", { $0.send }, parameters: [.init(name: "number", type: .int)],
        input: { arguments throws(ViewModelError) in try arguments.value(0, as: Int.self) }),
      .command("pack", { $0.pack }), .command("lose", { $0.lose }),
      .command(
        "secret", { $0.secret }, isSecure: true, parameters: [.init(name: "code", type: .string)],
        input: { arguments throws(ViewModelError) in try arguments.value(0, as: String.self) }),
    ])
}

extension Conversation {
  /// A session that can create a `Courier`, too.
  static func withCourier() -> Conversation {
    Conversation { catalog, clock in catalog.add(Courier.self) { Courier(clock: clock) } }
  }
}
