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

private struct RemoteSignIn: SignInService {
  let client: String
  func signIn(_ phone: String, _ password: String) async throws -> String { client }
}

@ViewModel
private final class Counter {
  /// The present count.
  var count = 0
  var isEven: Bool { count.isMultiple(of: 2) }

  /// Adds one.
  @Command func increment() { count += 1 }
}

@ViewModel
private final class OrderList: LifecycleViewModel {
  enum Kind { case toPickUp, toDeliver }
  @Ignored let kind: Kind

  init(_ title: String, _ kind: Kind) {
    self.kind = kind
    super.init()
    self.title = title
  }
}

@MainActor @ViewModel private class PlaceCell {
  var title: String { "" }
  init() {}
}

@ViewModel private final class HotelCell: PlaceCell {
  var hotel = "Ritz"
  override var title: String { hotel }
}

/// The samples of the articles, as they are written there.
@MainActor
@Suite(.ownGraph) struct DocumentationTests {
  @Test func signingInNeedsAWholeNumber() async {
    let form = SignIn(service: FakeService())
    form.password = "12345678"
    form.phone = "1861234567"
    let outcome = await form.signInCommand.execute().result
    #expect(outcome.output == nil)
    guard case .rejected(let rejection) = outcome else {
      Issue.record("the command was not rejected")
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

  @Test func aCatalogMakesWhatItWasGiven() async throws {
    let client = "client"
    var catalog = Catalog()
    catalog.provide((any SignInService).self) { RemoteSignIn(client: client) }
    catalog.add(SignIn.self)
    catalog.add(Counter.self)
    let counter = try await catalog["Counter"]?.make()
    (counter as? Counter)?.increment()
    #expect((counter as? Counter)?.count == 1)
    let form = try await catalog["SignIn"]?.make() as? SignIn
    #expect(form?.phone.isEmpty == true)
  }

  @Test func segmentsShowOneChildAtATime() {
    let orders = SegmentedViewModel()
    orders.addChild(OrderList("To pick up", .toPickUp))
    orders.addChild(OrderList("To deliver", .toDeliver))
    orders.selectCommand.execute(1)
    #expect((orders.selectedChild as? OrderList)?.kind == .toDeliver)
  }

  @Test func aChildSeesItsParentsEnvironment() {
    let (birthday, detail) = (Date(timeIntervalSinceReferenceDate: 7), Inbox())
    var environment = LifecycleViewModel.Environment()
    environment[NowKey.self] = { birthday }
    let root = Inbox(environment: environment)
    root.addChild(detail)
    #expect(detail.environment[NowKey.self]() == birthday)
  }

  @Test func aSubclassOverridesADerivedValue() {
    let cell = HotelCell()
    cell.hotel = "Savoy"
    #expect(cell.$title.value == "Savoy")
  }

  @Test func aCommandWithSeveralInputsTakesATuple() {
    let board = Board()
    board.moveCommand.execute((x: 1, y: 2))
    #expect(board.position == Point(x: 1, y: 2))
    #expect(Board.schema["doubled"]?.kind == .property)
  }
}
