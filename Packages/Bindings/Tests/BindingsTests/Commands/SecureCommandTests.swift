import Bindings
import BindingsTestSupport
import Testing

/// A command whose input is a secret shows neither that nor what is made of it.
@Suite @MainActor struct SecureCommandTests {
  struct Wrong: Error { let password: String }

  let graph = Graph()
  let log = TraceLog()
  let secret = "hunter2"

  private func makeCommand() -> Command<String, String> {
    let command = Command<String, String>(label: "signIn", graph: graph) { password in
      if password.count > 3 { throw Wrong(password: password) }
      return "welcome \(password)"
    }
    command.node.isSecure = true
    return command
  }

  private func shown() -> String {
    return
      (log.records.map { "\($0) \($0.detail ?? "")" } + graph.nodes.compactMap(\.valueDescription))
      .joined(separator: "\n")
  }

  @Test func theErrorOfASecureCommandIsHidden() {
    graph.tracer = log
    let command = makeCommand()
    var told: [any Error] = []
    let token = command.errors.observe { told.append($0) }
    command.execute(secret)
    #expect(told.count == 1 && command.lastError is Wrong)
    #expect(!shown().contains(secret))
    #expect(log.records.contains { $0.kind == .commandEnd && $0.detail == "failure" })
    #expect(log.records.contains { $0.kind == .signalError && $0.new == .hidden })
    token.cancel()
  }

  @Test func theErrorsOfASuspendingSecureCommandAreHidden() async {
    graph.tracer = log
    let command = Command<String, Void>(label: "signIn", graph: graph) { password in
      CommandProgress.report(0.625)
      await Task.yield()
      throw Wrong(password: password)
    }
    command.node.isSecure = true
    let token = command.errors.observe { _ in }
    _ = await command.execute(secret).result
    #expect(!shown().contains(secret) && !shown().contains("0.625"))
    token.cancel()
  }

  @Test func aCommandThatBecomesSecureAfterItsErrorHidesIt() {
    let command = makeCommand()
    command.node.isSecure = false
    let run = command.execute(secret)
    _ = run.outcome
    #expect(shown().contains(secret))
    command.node.isSecure = true
    #expect(!shown().contains(secret))
  }

  @Test func theResultOfASecureCommandIsHidden() {
    graph.tracer = log
    let command = makeCommand()
    let token = command.results.observe { _ in }
    command.execute("abc")
    #expect(!shown().contains("abc"))
    #expect(log.records.contains { $0.kind == .signalEvent && $0.new == .hidden })
    token.cancel()
  }

  @Test func theIssueOfAnUnobservedSecureErrorHidesIt() throws {
    graph.tracer = log
    var issues: [GraphIssue] = []
    graph.onIssue = { issues.append($0) }
    makeCommand().execute(secret)
    let issue = try #require(issues.first)
    #expect(issue.code == .unobservedError && issues.count == 1)
    #expect(!"\(issue.message) \(String(describing: issue.cause))".contains(secret))
    #expect(!shown().contains(secret))
  }
}
