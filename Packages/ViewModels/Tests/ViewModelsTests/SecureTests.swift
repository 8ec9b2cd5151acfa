import Bindings
import Testing
import ViewModels

@ViewModel
private final class Account {
  var name = "ada"
  @Secure var password = "lovelace"
  @Secure var pin: String
  @Secure private(set) var token: String? = "t0ken"
  @Secure var hint: String { "starts with \(password.prefix(3))" }

  init(pin: String) { self.pin = pin }

  @Secure @Command func change(to new: String) { password = new }
}

@MainActor
@ViewModel
private class Login {
  @Secure var password = "lovelace"
  @Secure var token: String { "T-\(password)" }
  var name: String { "ada" }
  init() {}
}

@MainActor
@ViewModel
private class RemoteLogin: Login {
  override var token: String { "R-\(password)" }
  override var name: String { "remote" }
  override init() { super.init() }
}

@ViewModel
private final class TestLogin: RemoteLogin {
  override var token: String { "X-\(password)" }
  override init() { super.init() }
}

@MainActor
@Suite(.ownGraph) struct SecureTests {
  private let account = Account(pin: "1234")

  @Test func theSchemaTellsToolsWhatToHide() {
    let hidden = Account.schema.members.filter(\.isSecure).map(\.name)
    #expect(hidden == ["password", "pin", "token", "hint", "change"])
  }

  @Test func theNodesKeepTheirValuesToThemselves() {
    for node in [
      account.$password.node, account.$pin.node, account.$token.node, account.$hint.node,
    ] {
      node.refresh()
      #expect(node.isSecure && node.valueDescription == "•••")
    }
    #expect(!account.$name.node.isSecure && account.changeCommand.node.isSecure)
  }

  @Test(arguments: [0, 1])
  func anOverrideIsAsSecureAsWhatItOverrides(_ place: Int) {
    let login = place == 0 ? RemoteLogin() : TestLogin()
    let hidden = type(of: login).schema.members.filter(\.isSecure).map(\.name)
    #expect(Set(hidden) == ["token", "password"])
    #expect(login.$token.node.isSecure && (login as Login).$token.node.isSecure)
    #expect(!login.$name.node.isSecure)
  }

  @Test func noTraceShowsWhatIsSecure() {
    let log = TraceLog()
    Graph.current.tracer = log
    account.password = "byron77"
    account.pin = "zebra9"
    _ = account.$hint.value
    account.changeCommand.execute("wordsworth")
    account.name = "ada2"
    Graph.current.tracer = nil
    let text = log.records.map(\.description).joined(separator: "\n")
    #expect(text.contains("ada2"))
    // None is the number of a record.
    for secret in ["byron", "zebra9", "wordsworth", "lovelace", "starts with"] {
      #expect(!text.contains(secret), "\(text)")
    }
  }
}
