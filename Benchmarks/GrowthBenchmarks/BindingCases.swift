import Bindings
import Measuring

/// A screen as the target of bindings.
@MainActor
private final class Screen: CommandControl {
  var number = 0
  let taps = SignalSource<Void>()
  var activated: Signal<Void> { taps.signal }
  func show(isEnabled: Bool, isExecuting: Bool) { blackHole(isEnabled && !isExecuting) }
}

/// Cases of bindings, and of the scopes that end them.
@MainActor let bindingCases: [GrowthCase] = [
  GrowthCase("graph.bindTwoWay") { count in
    let (left, right) = (Property(0), Property(0))
    let token = left.bind(with: right)
    for number in 0..<count { (number % 2 == 0 ? left : right).value = number }
    token.cancel()
  },
  GrowthCase("graph.bindManyToOne") { count in
    let target = Property(0)
    let sources = (0..<count).map { Property($0) }
    let tokens = sources.map { $0.bind(to: target) }
    for source in sources { source.value += 1 }
    blackHole(tokens)
  },
  GrowthCase("graph.observeWithOwner") { count in
    let (screen, source) = (Screen(), Property(0))
    let tokens = (0..<count).map { _ in source.observe(with: screen) { $0.number = $1 } }
    source.value += 1
    blackHole(tokens)
  },
  GrowthCase("graph.bindToKeyPath") { count in
    let (screen, source) = (Screen(), Property(0))
    let tokens = (0..<count).map { _ in source.bind(to: \.number, on: screen) }
    source.value += 1
    blackHole(tokens)
  },
  GrowthCase("graph.bindEvents") { count in
    let (source, target) = (SignalSource<Int>(), Property(0))
    let add = Command<Int, Void> { target.value += $0 }
    let tokens = [source.signal.bind(to: target), source.signal.bind(to: add)]
    for number in 0..<count { source.send(number) }
    blackHole(tokens)
  },
  GrowthCase("graph.bindControl") { count in
    let (screen, target) = (Screen(), Property(0))
    let add = Command<Void, Void> { target.value += 1 }
    let token = add.bind(to: screen)
    for _ in 0..<count { screen.taps.send(()) }
    precondition(target.value == count)
    token.cancel()
  },
  GrowthCase("graph.scope") { count in
    let source = Property(0)
    let scope = Scope()
    for _ in 0..<count { observe { blackHole(source.value) }.store(in: scope) }
    scope.end()
  },
  GrowthCase("graph.scopeOfCancelled") { count in
    let source = Property(0)
    let scope = Scope()
    for _ in 0..<count {
      let token = observe { blackHole(source.value) }
      token.store(in: scope)
      token.cancel()
    }
    blackHole(scope)
  },
  GrowthCase("graph.scopeThatEndsAtASignal") { count in
    let source = Property(0)
    let reuse = SignalSource<Void>()
    let scope = Scope()
    scope.end(at: reuse.signal)
    for _ in 0..<count {
      source.observe { blackHole($0) }.store(in: scope)
      reuse.send(())
    }
  },
  GrowthCase("graph.scopeWithActions") { count in
    let scope = Scope()
    var ends = 0
    for _ in 0..<count { scope.onEnd { ends += 1 } }
    scope.end()
    precondition(ends == count)
  },
]
