import Bindings
import Testing

/// Text that an input method composes.
@Suite @MainActor struct ComposingTests {
  let name = Property("")
  let text = Property("")
  let isComposing = Property(false)

  func bind() -> Binding {
    Binding.twoWay(leading: name, following: text, isComposing: isComposing)
  }

  /// What an input method does with a field: shows the letters, then writes the choice.
  func compose(_ letters: [String], commit: String) {
    isComposing.value = true
    for shown in letters { text.value = shown }
    batch {
      text.value = commit
      isComposing.value = false
    }
  }

  @Test func pinyinReachesThePropertyOnlyAsThePickedCharacters() {
    let binding = bind()
    var names: [String] = []
    let token = name.observe { names.append($0) }
    compose(["n", "ni", "ni h", "ni hao"], commit: "你好")
    #expect(names == ["", "你好"])
    #expect(text.value == "你好")
    withExtendedLifetime((binding, token)) {}
  }

  @Test func aCommitSettlesInTwoNotifications() {
    let binding = bind()
    isComposing.value = true
    text.value = "ni hao"
    var notifications: [String] = []
    let tokens = [
      name.observe { notifications.append("name \($0)") },
      text.observe { notifications.append("text \($0)") },
    ]
    notifications = []
    batch {
      text.value = "你好"
      isComposing.value = false
    }
    #expect(notifications.sorted() == ["name 你好", "text 你好"])
    withExtendedLifetime((binding, tokens)) {}
  }

  @Test func textWrittenBeforeTheCompositionEndsIsCommittedWithoutABatch() {
    let binding = bind()
    isComposing.value = true
    text.value = "ni"
    text.value = "你"
    #expect(name.value == "")
    isComposing.value = false
    #expect(name.value == "你")
    binding.cancel()
  }

  @Test func whileComposingTheFieldIsNotOverwrittenAndTheCommitWins() {
    let binding = bind()
    isComposing.value = true
    text.value = "ni"
    name.value = "reset"
    #expect(text.value == "ni")
    batch {
      text.value = "你"
      isComposing.value = false
    }
    #expect(name.value == "你")
    #expect(text.value == "你")
    binding.cancel()
  }

  @Test func aCompositionThatIsGivenUpShowsWhatThePropertyHasBecome() {
    name.value = "Ada"
    let binding = bind()
    isComposing.value = true
    text.value = "Adani"
    name.value = "Eve"
    batch {
      text.value = "Ada"
      isComposing.value = false
    }
    #expect(name.value == "Eve")
    #expect(text.value == "Eve")
    binding.cancel()
  }

  @Test func outsideOfACompositionItIsAnOrdinaryTwoWayBinding() {
    name.value = "Ada"
    text.value = "old"
    let binding = bind()
    #expect(text.value == "Ada")
    text.value = "Bob"
    #expect(name.value == "Bob")
    batch {
      text.value = "following"
      name.value = "leading"
    }
    #expect((name.value, text.value) == ("leading", "leading"))
    binding.cancel()
  }

  @Test func aFieldThatComposesWhenItIsBoundIsLeftAlone() {
    name.value = "Ada"
    text.value = "ni"
    isComposing.value = true
    let binding = bind()
    #expect(text.value == "ni")
    batch {
      text.value = "你"
      isComposing.value = false
    }
    #expect(name.value == "你")
    binding.cancel()
  }

  /// Full-width digits come from an input method too.
  @Test func convertersSeeOnlyCommittedText() {
    let number = Property(1)
    var converted: [String] = []
    let binding = Binding.twoWay(
      leading: number, following: text, isComposing: isComposing, forward: { "\($0)" },
      backward: {
        converted.append($0)
        return Int(String($0.compactMap { $0.wholeNumberValue.map { Character("\($0)") } }))
      })
    #expect(text.value == "1")
    compose(["er", "er shi"], commit: "２０")
    #expect(number.value == 20)
    #expect(text.value == "２０")
    #expect(converted == ["２０"])
    compose(["x"], commit: "x")
    #expect(number.value == 20)
    #expect(text.value == "x")
    number.value = 3
    #expect(text.value == "3")
    binding.cancel()
  }
}
