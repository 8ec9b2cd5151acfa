import Bindings
import Testing

/// Two-way bindings whose sides belong to the same graph or to two: the leading side wins a batch.
@Suite @MainActor struct TwoGraphBindingTests {
  enum Place: CaseIterable { case main, one, two }

  /// A pair of properties that are bound, and one with converters.
  @MainActor private struct Pairs {
    let leading, following, number: Property<Int>
    let text: Property<String>
    let bindings: [Subscription]

    init(_ place: Place, _ other: Place) {
      let graphs = [Place.main: Graph.main, .one: Graph(), .two: Graph()]
      let (graph, otherGraph) = (graphs[place], graphs[other])
      leading = Property(0, graph: graph ?? .main)
      following = Property(0, graph: otherGraph ?? .main)
      number = Property(0, graph: graph ?? .main)
      text = Property("", graph: otherGraph ?? .main)
      bindings = [
        leading.bind(with: following),
        number.bind(with: text, forward: { "\($0)" }, backward: { Int($0) }),
      ]
    }

    func lead(_ value: Int) {
      leading.value = value
      number.value = value
    }

    func follow(_ value: Int) {
      following.value = value
      text.value = "\(value)"
    }

    func expect(_ value: Int, _ place: SourceLocation = #_sourceLocation) {
      #expect([leading.value, following.value] == [value, value], sourceLocation: place)
      #expect(number.value == value && text.value == "\(value)", sourceLocation: place)
    }
  }

  @Test(arguments: Place.allCases, Place.allCases)
  func theLeadingSideWinsABatchInAnyOrderOfWrites(_ place: Place, _ other: Place) {
    let pairs = Pairs(place, other)
    batch {
      pairs.lead(1)
      pairs.follow(2)
    }
    pairs.expect(1)
    batch {
      pairs.follow(4)
      pairs.lead(3)
    }
    pairs.expect(3)
    batch {
      pairs.lead(8)
      pairs.follow(9)
      pairs.lead(3)
    }
    pairs.expect(3)
    pairs.follow(5)
    pairs.expect(5)
    batch {
      pairs.lead(6)
      pairs.lead(5)
      pairs.follow(7)
    }
    pairs.expect(5)
    withExtendedLifetime(pairs.bindings) {}
  }

  @Test(arguments: Place.allCases, Place.allCases)
  func theFollowingSideIsTakenWhenItAloneIsWritten(_ place: Place, _ other: Place) {
    let pairs = Pairs(place, other)
    batch {
      pairs.follow(1)
      pairs.follow(2)
    }
    pairs.expect(2)
    Graph.main.batch {
      pairs.follow(3)
      pairs.follow(4)
    }
    pairs.expect(4)
    withExtendedLifetime(pairs.bindings) {}
  }

  /// What comes after the batch in answer to the leading side's value is a change of its own.
  @Test(arguments: Place.allCases, Place.allCases)
  func whoCorrectsTheFollowingSideIsHeard(_ place: Place, _ other: Place) {
    let pairs = Pairs(place, other)
    let token = pairs.following.observe { if $0 < 5 { pairs.following.value = 5 } }
    batch {
      pairs.leading.value = 1
      pairs.following.value = 2
    }
    #expect(pairs.leading.value == 5 && pairs.following.value == 5)
    withExtendedLifetime((token, pairs.bindings)) {}
  }
}
