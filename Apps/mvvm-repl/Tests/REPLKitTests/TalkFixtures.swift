import Testing

@testable import REPLKit

@MainActor
final class TalkTime { var now = ContinuousClock.now }

/// What tests of talks share: a talk, and a speaker who types what waits.
@MainActor
protocol TalkTesting {
  var conversation: Conversation { get }
  var time: TalkTime { get }
}

extension TalkTesting {
  var session: Session { conversation.session }

  static var names: String {
    """
    # Names
    Have water ready.
    ## Give one
    <!-- minutes: 2 -->
    Say hello.
    ```mvvm
    let form = Form()
    form.name = "bob"
    form.age = 31
    ```
    ## Fail
    <!-- minutes: 3 -->
    ```mvvm fails
    form.fail()
    ```
    ```mvvm
    watch form.isAdult
    ```
    """
  }

  func offer(keys: Bool = true, _ text: String = Self.names) throws {
    session.host.typesTalks = keys
    session.offer(
      try TalkList([("names.md", text), ("names.zh.md", text.replacing("# Names", with: "# 名字"))])
    ) { [time] in time.now }
  }

  @discardableResult
  func said(_ lines: String...) async -> [String] {
    var said: [String] = []
    for line in lines { said = await conversation.say(line).lines }
    return said
  }

  /// Types what waits, as a speaker with the Enter key does, until a step ends.
  func typeStep() async -> [String] {
    var typed: [String] = []
    while case .waits(let statement) = session.nextTalkTurn(), !statement.isEmpty {
      session.take(.enter)
      await said(statement)
      typed.append(statement)
    }
    return typed
  }
}
