import Bindings
import FlyingSocks
import Foundation
import REPLKit
import Testing
import ViewModels
@testable import Workshop

/// The parts of the workshop put together: a real store, a real server on the loopback interface.
@MainActor
@Suite struct WorkshopTests {
  private func form(of workshop: Workshop) async throws -> LoginForm {
    try #require(try await workshop.catalog["LoginForm"]?.make() as? LoginForm)
  }

  @Test func theLastValidPhoneIsOfferedAtTheNextStart() async throws {
    try await withFolder { folder in
      let first = Workshop(data: folder)
      let form = try await form(of: first)
      #expect(form.rememberedPhone == nil)
      form.phone = "18612345678"
      await LoginForm.schema["remember"]?.command(in: form)?.settled()
      await first.close()

      let second = Workshop(data: folder)
      #expect(try await self.form(of: second).rememberedPhone == "18612345678")
      await second.close()
    }
  }

  @Test func aDamagedStoreIsReportedAndTheFormStillWorks() async throws {
    try await withFolder { folder in
      try Data("this is no database, and longer than a header of one would be".utf8)
        .write(to: folder.appending(path: "workshop.store"))
      let workshop = Workshop(data: folder)
      var problems: [String] = []
      workshop.onProblem { problems.append($0) }
      let form = try await form(of: workshop)
      #expect(form.rememberedPhone == nil)
      #expect(problems.count == 1)
      await workshop.close()
    }
  }

  @Test func signingInGoesThroughTheRealServer() async throws {
    let workshop = Workshop(data: nil)
    let form = try await form(of: workshop)
    form.phone = "18612345678"
    form.password = "correct horse"
    guard case .success(let name) = await form.signInCommand.execute().result else {
      Issue.record(
        "signing in did not succeed: \(String(describing: form.signInCommand.lastError))")
      return
    }
    #expect(name == "User 5678")

    form.password = "another horse"
    guard case .failure(let error) = await form.signInCommand.execute().result else {
      Issue.record("a wrong password was accepted")
      return
    }
    #expect("\(error)".contains("password"))
    await workshop.close()
  }

  @Test func aServerThatIsGoneIsAFailureThatSaysSo() async throws {
    // A port that is bound and not listened at: the port of a server that stopped may be another test's by now.
    let socket = try Socket(domain: AF_INET)
    defer { try? socket.close() }
    try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
    guard case .ip4(_, let port) = try socket.sockname() else {
      Issue.record("the socket has no address")
      return
    }
    let workshop = Workshop(data: nil, api: URL(string: "http://127.0.0.1:\(port)"))
    let form = try await form(of: workshop)
    form.phone = "18612345678"
    form.password = "correct horse"
    guard case .failure(let error) = await form.signInCommand.execute().result else {
      Issue.record("signing in succeeded without a server")
      return
    }
    #expect("\(error)".contains("Cannot connect to"))
    await workshop.close()
  }

  /// The session decides the language of a page, so nobody has to ask for it.
  @Test func noViewModelIsToldItsLanguage() {
    for entry in Workshop(data: nil, clock: SessionClock()).catalog.entries {
      #expect(!entry.parameters.contains { $0.label == "language" }, "\(entry.schema.typeName)")
    }
  }
}
