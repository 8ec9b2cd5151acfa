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
    let spinner = Spinner()
    let screen = Screen()
    let isPhoneValid = Property(true)

    @Test func threeKinds() {
      let isValid = isPhoneValid
      let title = Binding.oneWay(from: isValid, to: button.isEnabled)
      let text = Binding.twoWay(leading: form.phone, following: field.text)
      let tap = Binding.command(form.clear, activatedBy: button.taps.signal)
      field.text.value = "187"
      #expect(form.phone.value == "187")
      button.taps.send(())
      #expect(field.text.value == "186")
      withExtendedLifetime((title, text, tap)) {}
    }

    @Test func oneWay() {
      let bindings = [
        Binding.oneWay(from: isPhoneValid, to: button.isEnabled),
        Binding.oneWay(from: form.phone, to: field.length) { $0.count },
        Binding.oneWay(from: form.phone, to: \.title, on: label),
        Binding.oneWay(from: search.results, on: table) { table, rows in table.show(rows) },
      ]
      #expect(field.length.value == 3)
      #expect(label.title == "186")
      #expect(table.rows == ["a", "b"])
      let title = Binding.oneWay(from: form.phone, to: \.text, on: label)
      let rows = Binding.oneWay(from: search.results, on: table) { table, rows in table.show(rows) }
      withExtendedLifetime((bindings, title, rows)) {}
    }

    @Test func converters() {
      let age = Property(36)
      let text = Property("")
      let binding = Binding.twoWay(
        leading: age, following: text, forward: { "\($0)" }, backward: { Int($0) })
      text.value = "037"
      print(age.value, text.value)  // prints 37 037
      #expect(output.lines == ["37 037"])
      binding.cancel()
    }

    @Test func bindingEnd() {
      @MainActor final class TextField {
        let edits = SignalSource<String>()
        var text = ""
      }
      let field = TextField()
      let typed = BindingEnd(values: field.edits.signal) { field.text = $0 }
      let binding = Binding.twoWay(leading: form.phone.bindingEnd, following: typed)
      field.edits.send("187")
      #expect(form.phone.value == "187")
      binding.cancel()
    }

    @Test func composing() {
      let name = Binding.twoWay(
        leading: form.name, following: field.text, isComposing: field.hasMarkedText)
      name.cancel()
      let binding = Binding.twoWay(
        leading: form.name, following: field.text, isComposing: field.hasMarkedText)
      field.hasMarkedText.value = true
      field.text.value = "ni hao"
      print(form.name.value)  // prints an empty line
      batch {
        field.text.value = "你好"
        field.hasMarkedText.value = false
      }
      print(form.name.value)  // prints 你好
      #expect(output.lines == ["", "你好"])
      binding.cancel()
    }

    @Test func command() {
      let tie = Binding.command(
        form.signIn, activatedBy: button.taps.signal, input: form.phone,
        isEnabled: button.isEnabled,
        isExecuting: spinner.isVisible)
      #expect(button.isEnabled.value)
      tie.cancel()
      let open = Command<String, Void> { print("open \($0)") }
      let opening = Binding.command(open, activatedBy: table.selections.signal)
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
      let tie = Binding.command(form.clear, to: button)
      #expect(button.title == "[ OK ]")
      tie.cancel()
    }

    @Test func errors() async {
      let service = Service()
      service.isOffline = true
      let form = Form(service: service)
      let message = Property<String?>(nil)
      let banner = Binding.errors(of: form.signIn, to: message)
      let alerts = Binding.errors(of: form.signIn, on: screen) { screen, error in
        screen.text = error.map { "Error: \($0)" } ?? ""
      }
      _ = await form.signIn.execute("186").finished()
      #expect(message.value == "Offline()")
      #expect(screen.text == "Error: Offline()")
      withExtendedLifetime((banner, alerts)) {}
    }

    @Test func errorsInABanner() {
      let banner = Banner()
      let errors = Binding.errors(of: form.signIn, to: banner.text)
      #expect(errors.isActive)
    }

    @Test func rowsThatAreUsedAgain() {
      let item = Item()
      var rowBindings: [Binding] = []
      let row = Row()
      row.scope.end(at: row.reuse.signal)
      Binding.oneWay(from: item.title, to: row.title).store(in: row.scope)
      row.reuse.send(())
      item.title.value = "other"
      #expect(row.title.value == "item")
      rowBindings.append(
        Binding.oneWay(from: item.title, to: row.title).until(row.reuse.signal))
      row.reuse.send(())
      #expect(rowBindings.allSatisfy { !$0.isActive })
    }

    @Test func lift() {
      @MainActor final class View {
        var text = ""
        func show(_ name: String, _ age: Int) { text = "\(name), \(age)" }
      }
      let view = View()
      let name = Property("Ada")
      let age = Property(36)
      let binding = Binding.lift(View.show, on: view, name, age)
      #expect(view.text == "Ada, 36")
      binding.cancel()
    }
  }
}
