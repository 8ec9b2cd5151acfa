import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A call is told of with its arguments, as it was typed, and without its secrets.
@MainActor
@Suite(.ownGraph) struct CallLabelTests {
  let conversation = Conversation { catalog, _ in catalog.add(Safe.self) }

  @Test func theEndOfACommandShowsItsArguments() async {
    await conversation.say("let d = Safe()")
    #expect(await conversation.say("d.show(3)").lines == ["✓ d.show(3)"])
    #expect(await conversation.say("d.show(1 + 2)").lines == ["✓ d.show(1 + 2)"])
    #expect(await conversation.say("d.close()").lines == ["✓ d.close()"])
    #expect(await conversation.say("d.show(\n  3\n)").lines == ["✓ d.show( 3 )"])
  }

  /// A call without its labels is offered with them; what is missing is shown by an example.
  @Test func aMisfitIsOfferedWithItsLabels() async {
    await conversation.say("let d = Safe()")
    #expect(await conversation.say("d.mark(3)").lines.last?.hasSuffix("  d.mark(at: 3)") == true)
    #expect(
      await conversation.say("d.mark(3, 4)").lines.last?.hasSuffix("  d.mark(at: 3, by: 4)")
        == true)
    #expect(await conversation.say("d.mark()").lines.last?.contains("d.mark(at: 1)") == true)
    #expect(await conversation.say("d.mark").lines.contains { $0.contains("d.mark()") } == false)
    #expect(
      !(await conversation.say("d.unlock(code: \"s3cret\")").lines.joined().contains("s3cret")))
  }

  @Test func jobsShowThem() async {
    await conversation.say("let d = Safe()")
    let held = await conversation.say("d.hold(3) &\n:jobs\n:cancel 1\nwait all").lines
    #expect(held.contains("job #1: d.hold(3) runs in the background"), "\(held)")
    #expect(held.contains { $0.contains("d.hold(3)  for ") }, "\(held)")
    conversation.session.language = .chinese
    let told = await conversation.say("d.show(4) &\nwait all").lines
    #expect(told == ["后台命令 #2：d.show(4) 已开始", "✓ 后台命令 #2：d.show(4)"])
  }

  @Test func secretsAreMasked() async {
    await conversation.say("let d = Safe()")
    #expect(await conversation.say("d.unlock(\"s3cret\")").lines == ["✓ d.unlock(\"…\")"])
    let said = await conversation.say("d.unlock(\"s3cret\") &\n:jobs\nwait all").lines
    #expect(!said.joined().contains("s3cret"), "\(said)")
  }

  @Test func programsAreToldTheCall() async {
    var json = JSONRenderer()
    let line = json.lines(.completed(path: "d.show", call: "d.show(3)"), from: nil, at: .zero)
      .joined()
    #expect(line.contains(#""path":"d.show","call":"d.show(3)""#), "\(line)")
  }
}

/// A view-model with a command that takes a number, and one that takes a secret.
@MainActor
@ViewModel
final class Safe {
  @Command func show(_ number: Int) {}
  @Command func mark(at place: Int, by step: Int = 1) {}
  @Command func close() {}
  /// Goes on until it is cancelled.
  @Command func hold(_ number: Int) async {
    let never = AsyncStream<Void> { _ in }
    for await _ in never {}
  }
  @Secure @Command func unlock(_ code: String) {}
}
