import Bindings
import BindingsTestSupport
import Testing

extension Samples {
  @Suite @MainActor struct CommandSamples {
    let output = Output()
    let service = Service()
    func print(_ items: Any...) { output.print(items) }

    @Test func commandsOfAForm() async {
      let service = service
      let phone = Property("")
      let canClear = Property(true)
      let credentials = Credentials()
      let clear = Command(label: "clear", enabled: canClear) { phone.value = "186" }
      let signIn = Command<Credentials, String>(label: "signIn") { try await service.signIn($0) }
      let outcome = await signIn.execute(credentials).result
      clear.execute()
      #expect(outcome.output == phone.value)
      let run = signIn.execute(credentials)
      if case .failure(let error) = await run.result { print(error) }
      #expect(output.lines.isEmpty)
    }

    @Test func outcomes() async {
      let service = service
      let isPhoneValid = Property(true, label: "isPhoneValid")
      let signIn = Command<String, String>(label: "signIn", enabled: isPhoneValid) { phone in
        try await service.signIn(phone)
      }
      let token = observe { print(signIn.isEnabled, signIn.isExecuting) }
      switch await signIn.execute("18612345678").result {
      case .success(let user): print("hello", user)
      case .failure(let error): print("failed", error)
      case .cancelled: print("cancelled")
      case .rejected(let rejection): print(rejection.message)
      }
      #expect(output.lines.first == "true false")
      #expect(output.lines.last == "hello 18612345678")
      isPhoneValid.value = false
      let message = Property<String?>(nil)
      let errors = Computed { signIn.lastError.map { "\($0)" } }.bind(to: message)
      if case .rejected(let rejection)? = signIn.execute("1").outcome {
        #expect(rejection.message == "signIn cannot run: isPhoneValid is false")
      }
      withExtendedLifetime((token, errors)) {}
    }

    @Test func restart() async {
      let service = service
      let search = Command<String, [String]>(label: "search", policy: .restart) { text in
        try await service.search(text)
      }
      search.execute("s")
      let run = search.execute("sw")
      search.cancel()
      print(await run.result)  // prints cancelled
      #expect(output.lines == ["cancelled"])
    }

    func loadPart(_ step: Int) async throws { await Task.yield() }

    @Test func progress() async {
      let load = Command<Void, Void> {
        for step in 1...4 {
          try await loadPart(step)
          CommandProgress.report(Double(step) / 4)
        }
      }
      let run = load.execute()
      _ = await run.result
      #expect(run.progress == 1)
    }
  }
}
