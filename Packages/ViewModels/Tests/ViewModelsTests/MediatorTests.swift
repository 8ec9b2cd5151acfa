import Bindings
import Testing
import ViewModels

@MainActor
private final class Side: Mediated {
  var mediator: Mediator?
  var received: [Mediator.Message] = []
  var answer: [String: DynamicValue]?

  func receive(_ message: Mediator.Message) {
    received.append(message)
    guard let answer else { return }
    self.answer = nil
    mediator?.send(answer, to: message.sender)
  }
}

@MainActor
@Suite(.ownGraph) struct MediatorTests {
  @Test func whatOneEndTellsReachesTheOther() {
    let (books, shelf) = (Side(), Side())
    let mediator = Mediator(viewModel: books, viewManager: shelf)
    #expect(mediator.send(["title": "Dune"], to: .viewManager))
    #expect(shelf.received.map(\.infos) == [["title": "Dune"]] && books.received.isEmpty)
    #expect(shelf.received.first?.sender == .viewModel)
  }

  @Test func aWatcherSeesQuestionsBeforeTheirAnswers() {
    let (books, shelf) = (Side(), Side())
    let mediator = Mediator(viewModel: books, viewManager: shelf)
    books.mediator = mediator
    books.answer = ["count": 2]
    var log: [String] = []
    let token = mediator.messages.observe { log.append($0.description) }
    mediator.send(["xxxxxx": "22222222"], to: .viewModel)
    #expect(
      log == [
        #"viewManager → viewModel ["xxxxxx": "22222222"]"#,
        #"viewModel → viewManager ["count": 2]"#,
      ])
    token.cancel()
  }

  // S09: users of the old framework saw that neither end was ever freed.
  @Test func aMediatorKeepsNeitherEndAlive() {
    weak var model: Side?
    weak var manager: Side?
    weak var between: Mediator?
    do {
      let (books, shelf) = (Side(), Side())
      let mediator = Mediator(viewModel: books, viewManager: shelf)
      books.mediator = mediator
      shelf.mediator = mediator
      mediator.send([:], to: .viewModel)
      (model, manager, between) = (books, shelf, mediator)
    }
    #expect(model == nil && manager == nil && between == nil)
  }

  @Test func aMessageToAnEndThatIsGoneIsNotSent() {
    let shelf = Side()
    let mediator = Mediator(viewModel: Side(), viewManager: shelf)
    var log: [String] = []
    let token = mediator.messages.observe { log.append($0.description) }
    #expect(mediator[.viewModel] == nil && mediator[.viewManager] === shelf)
    #expect(!mediator.send(["a": 1], to: .viewModel))
    #expect(log.isEmpty)
    token.cancel()
  }
}
