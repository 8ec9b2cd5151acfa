import Bindings
import Foundation
import Testing
import ViewModels

private protocol SignInService: Sendable {
  func signIn(_ phone: String, _ password: String) async throws -> String
}

private struct FakeService: SignInService {
  func signIn(_ phone: String, _ password: String) async throws -> String { "user of \(phone)" }
}

/// Signs in by phone.
@ViewModel
private final class SignIn {
  /// The mobile number, eleven digits.
  var phone = ""
  @Secure var password = ""
  private(set) var user: String?

  var isPhoneValid: Bool { phone.count == 11 }
  var canSignIn: Bool { isPhoneValid && password.count >= 8 }

  private let service: any SignInService
  init(service: any SignInService) { self.service = service }

  /// Asks the server.
  @Command(enabled: \.canSignIn, policy: .drop)
  func signIn() async throws { user = try await service.signIn(phone, password) }
}

@ViewModel
private final class Inbox: LifecycleViewModel {
  var messages: [String] = []

  override func startLoading() {
    task {
      self.messages = await self.fetch()
      self.finishLoading()
    }
  }

  @Command func refresh() { messages.append("fresh") }

  private func fetch() async -> [String] { ["hello"] }
}

private struct Point: Codable, Equatable {
  var x = 0
  var y = 0
}

@ViewModel
private final class Board {
  var position = Point()
  let doubled = Property(0, label: "doubled")
  @Command func move(x: Int, y: Int = 0) { position = Point(x: x, y: y) }
}

/// The samples of the articles, as they are written there.
@MainActor
@Suite(.ownGraph) struct DocumentationTests {
  @Test func theSignInOfTheArticles() async throws {
    let form = SignIn(service: FakeService())
    form.password = "12345678"
    form.phone = "1861234567"
    let outcome = await form.signInCommand.execute().result
    guard case .rejected(let rejection) = outcome else {
      Issue.record("the command ran")
      return
    }
    #expect(rejection.reasons == ["isPhoneValid is false"])
    form.phone += "8"
    _ = await form.signInCommand.execute().result
    #expect(form.user == "user of 18612345678")
  }

  @Test func theInboxLoadsByATask() async {
    var environment = LifecycleViewModel.Environment()
    environment[NowKey.self] = { Date(timeIntervalSinceReferenceDate: 0) }
    let inbox = Inbox(environment: environment)
    inbox.screenDidLoad()
    inbox.screenWillAppear()
    #expect(inbox.state == .loading)
    var token: Subscription?
    await withCheckedContinuation { continuation in
      token = inbox.$state.observe { if $0 == .loaded { continuation.resume() } }
    }
    token?.cancel()
    #expect(inbox.messages == ["hello"])
    #expect(inbox.loadDate == Date(timeIntervalSinceReferenceDate: 0))
  }

  @Test func theInboxRefreshesTheFirstTimeItIsLaidOut() {
    let inbox = Inbox()
    inbox.keep(inbox.didRender.prefix(1).observe { $0.refreshCommand.execute() })
    inbox.screenDidRender()
    inbox.screenDidRender()
    #expect(inbox.messages == ["fresh"])
  }

  @Test func aCommandWithSeveralInputsTakesATuple() {
    let board = Board()
    board.moveCommand.execute((x: 1, y: 2))
    #expect(board.position == Point(x: 1, y: 2))
    #expect(Board.schema["doubled"]?.kind == .property)
  }
}
