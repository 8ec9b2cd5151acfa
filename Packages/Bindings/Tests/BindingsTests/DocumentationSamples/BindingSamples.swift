import Bindings
import Testing

extension Samples {
  @Suite @MainActor struct BindingSamples {
    let output = Output()
    func print(_ items: Any...) { output.print(items) }

    let form = Form()
    let field = Field()
    let button = Button()
    let label = Label()
    let table = Table()
    let search = Search()
    let screen = Screen()
    let isPhoneValid = Property(true)

    @Test func threeKinds() {
      let isValid = isPhoneValid
      let button = ConsoleButton()
      let title = isValid.bind(to: self.button.isEnabled)
      let text = form.phone.bind(with: field.text)
      let tap = form.clear.bind(to: button)
      field.text.value = "187"
      #expect(form.phone.value == "187")
      button.taps.send(())
      #expect(field.text.value == "186")
      #expect(button.title == "[ OK ]")
      withExtendedLifetime((title, text, tap)) {}
    }

    @Test func properties() {
      let isValid = isPhoneValid
      let title = isValid.bind(to: button.isEnabled)
      #expect(button.isEnabled.value)
      title.cancel()
    }

    @Test func oneWay() {
      let bindings = [
        isPhoneValid.bind(to: button.isEnabled),
        form.phone.bind(to: field.length) { $0.count },
        form.phone.bind(to: \.title, on: label),
        search.results.observe(with: table) { table, rows in table.show(rows) },
      ]
      #expect(field.length.value == 3)
      #expect(label.title == "186")
      #expect(table.rows == ["a", "b"])
      let title = form.phone.bind(to: \.text, on: label)
      let rows = search.results.observe(with: table) { table, rows in table.show(rows) }
      withExtendedLifetime((bindings, title, rows)) {}
    }

    @Test func converters() {
      let age = Property(36)
      let text = Property("")
      let token = age.bind(with: text, forward: { "\($0)" }, backward: { Int($0) })
      text.value = "037"
      print(age.value, text.value)  // prints 37 037
      #expect(output.lines == ["37 037"])
      token.cancel()
    }

    @Test func edits() {
      @MainActor final class TextField {
        let edits = SignalSource<String>()
        var text = ""
      }
      let field = TextField()
      let typed = form.phone.bind(with: field.edits.signal) { field.text = $0 }
      field.edits.send("187")
      #expect(form.phone.value == "187")
      typed.cancel()
    }

    @Test func command() {
      let open = Command<String, Void> { print("open \($0)") }
      let opening = table.selections.signal.bind(to: open)
      table.selections.send("a")
      #expect(output.lines == ["open a"])
      opening.cancel()
    }

    @MainActor
    final class ConsoleButton: CommandControl {
      let taps = SignalSource<Void>()
      var title = ""
      var activated: Signal<Void> { taps.signal }
      func show(isEnabled: Bool, isExecuting: Bool) {
        title = isExecuting ? "[...]" : isEnabled ? "[ OK ]" : "( OK )"
      }
    }

    @Test func control() {
      let button = ConsoleButton()
      let signIn = form.signIn.bind(to: button, input: form.phone)
      #expect(button.title == "[ OK ]")
      signIn.cancel()
    }

    @Test func errors() async {
      let service = Service()
      service.isOffline = true
      let form = Form(service: service)
      let banner = Banner()
      let message = Computed { form.signIn.lastError.map { "Error: \($0)" } }
      let shown = message.bind(to: banner.text)
      let alerts = form.signIn.errors.observe { screen.text = "\($0)" }
      _ = await form.signIn.execute("186").result
      #expect(banner.text.value == "Error: Offline()")
      #expect(screen.text == "Offline()")
      withExtendedLifetime((shown, alerts)) {}
    }

    @Test func rowsThatAreUsedAgain() {
      let item = Item()
      let row = Row()
      row.scope.end(at: row.reuse.signal)
      item.title.bind(to: row.title).store(in: row.scope)
      row.reuse.send(())
      item.title.value = "other"
      #expect(row.title.value == "item")
    }
  }
}
