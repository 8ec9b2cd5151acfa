import Bindings

/// A source of a model: one event at a time, to those who observed when it came.
@MainActor
final class ModelSource {
  private struct Entry {
    let isOver: () -> Bool
    let take: (Int) -> Void
    let end: () -> Void
  }

  private var entries: [Entry] = []
  private var waiting: [Int] = []
  private var isDelivering = false
  private var isEnding = false
  private(set) var isEnded = false

  var isObserved: Bool { entries.contains { !$0.isOver() } }

  func send(_ value: Int) {
    guard !isEnding else { return }
    waiting.append(value)
    deliver()
  }

  func end() {
    isEnding = true
    deliver()
  }

  func observe(
    until isOver: @escaping () -> Bool, _ take: @escaping (Int) -> Void, _ end: @escaping () -> Void
  ) {
    if isOver() { return }
    if isEnded { end() } else { entries.append(Entry(isOver: isOver, take: take, end: end)) }
  }

  /// Releases the closures of the observers, which hold the model.
  func forget() { entries = [] }

  private func deliver() {
    guard !isDelivering, !isEnded else { return }
    isDelivering = true
    while !waiting.isEmpty {
      let value = waiting.removeFirst()
      for entry in entries where !entry.isOver() { entry.take(value) }
    }
    isDelivering = false
    guard isEnding else { return }
    isEnded = true
    let last = entries
    entries = []
    for entry in last where !entry.isOver() { entry.end() }
  }
}

/// The clock of a model: what is due at one moment happens in the order in which it was asked for.
@MainActor
final class ModelClock {
  private var now = 0
  private var due: [(moment: Int, action: () -> Void)] = []

  func after(_ seconds: Int, _ action: @escaping () -> Void) {
    due.append((now + seconds, action))
  }

  /// Releases what is still due, which holds the model.
  func forget() { due = [] }

  func advance(by seconds: Int) {
    let end = now + seconds
    while let first = due.map(\.moment).min(), first <= end,
      let place = due.firstIndex(where: { $0.moment == first })
    {
      let next = due.remove(at: place)
      now = max(now, next.moment)
      next.action()
    }
    now = max(now, end)
  }
}

/// The one observation of a source that several observers share.
@MainActor
final class ModelShare {
  @MainActor
  private final class Connection {
    let source = ModelSource()
    var last: Int?
    var members: [SignalModel.Observer] = []
    var isOver: Bool { members.allSatisfy(\.isOver) }
    init() {}
  }

  private let upstream: ModelSource
  private let keepsLast: Bool
  private var connection: Connection?

  init(_ upstream: ModelSource, keepsLast: Bool) {
    self.upstream = upstream
    self.keepsLast = keepsLast
  }

  /// Releases the closures of the observers, which hold the model.
  func forget() { connection?.source.forget() }

  func add(
    _ observer: SignalModel.Observer, _ take: @escaping (Int) -> Void, _ end: @escaping () -> Void
  ) {
    if let connection, connection.source.isEnded || !connection.isOver {
      return join(connection, observer, take, end)
    }
    let connection = Connection()
    self.connection = connection
    if keepsLast {
      connection.source.observe(until: { false }, { connection.last = $0 }, {})
    }
    join(connection, observer, take, end)
    upstream.observe(until: { connection.isOver }) { value in
      connection.source.send(value)
    } _: {
      connection.source.end()
    }
  }

  private func join(
    _ connection: Connection, _ observer: SignalModel.Observer, _ take: @escaping (Int) -> Void,
    _ end: @escaping () -> Void
  ) {
    let last = connection.last
    if connection.source.isEnded {
      if let last { take(last) }
      return end()
    }
    connection.members.append(observer)
    connection.source.observe(until: { observer.isOver }, take, end)
    if let last { take(last) }
  }
}

/// The inner sources of one `flatMap`.
@MainActor
final class ModelFlattening {
  private final class Inner { var isOver = false }

  private let strategy: FlattenStrategy
  private let observe: (Int, _ isOver: @escaping () -> Bool, _ end: @escaping () -> Void) -> Void
  private let end: () -> Void
  private var current: Inner?
  private var waiting: [Int] = []
  private var open = 0
  private var outerEnded = false

  init(
    _ strategy: FlattenStrategy,
    observe: @escaping (Int, _ isOver: @escaping () -> Bool, _ end: @escaping () -> Void) -> Void,
    end: @escaping () -> Void
  ) {
    self.strategy = strategy
    self.observe = observe
    self.end = end
  }

  func add(_ value: Int) {
    if strategy == .concat, open > 0 { return waiting.append(value) }
    if strategy == .latest, let current, !current.isOver {
      current.isOver = true
      open -= 1
    }
    start(value)
  }

  func endOuter() {
    outerEnded = true
    endIfDone()
  }

  private func start(_ value: Int) {
    open += 1
    let inner = Inner()
    current = inner
    observe(value, { inner.isOver }) {
      inner.isOver = true
      self.open -= 1
      if self.strategy == .concat, self.open == 0, !self.waiting.isEmpty {
        self.start(self.waiting.removeFirst())
      }
      self.endIfDone()
    }
  }

  private func endIfDone() { if outerEnded, open == 0, waiting.isEmpty { end() } }
}

extension SignalModel {
  /// Begins the signal that an observer's chain begins with.
  func start(_ observer: Observer) {
    func take(_ side: Int) -> (Int) -> Void { { self.take($0, side, observer) } }
    func end(_ side: Int) -> () -> Void { { self.end(side, observer) } }
    func follow(_ source: Int, _ take: @escaping (Int) -> Void, _ end: @escaping () -> Void) {
      sources[source].observe(until: { observer.isOver }, take, end)
    }
    switch observer.plan.origin {
    case .hot(let one): follow(one, take(0), end(0))
    case .merge(let one, let other), .zip(let one, let other), .combineLatest(let one, let other):
      follow(one, take(0), end(0))
      follow(other, take(1), end(1))
    case .append(let one, let other):
      follow(one, take(0)) { follow(other, take(0), end(0)) }
    case .cold(let values, let ends):
      for value in values { self.take(value, 0, observer) }
      if ends { self.end(0, observer) }
    case .flatMap(let strategy, let one):
      let flattening = ModelFlattening(
        strategy,
        observe: { value, isOver, ended in
          if value < SignalProgram.sources {
            return self.sources[value].observe(
              until: { observer.isOver || isOver() }, take(0), ended)
          }
          self.take(value, 0, observer)
          if !observer.isOver, !isOver() { ended() }
        }, end: end(0))
      follow(one, { flattening.add($0) }, { flattening.endOuter() })
    case .share(let one): shared[one].add(observer, take(0), end(0))
    case .replayLast(let one): replayed[one].add(observer, take(0), end(0))
    case .delay(let one):
      var waiting: [() -> Void] = []
      func later(_ event: @escaping () -> Void) {
        waiting.append(event)
        clock.after(SignalProgram.seconds) { if !observer.isOver { waiting.removeFirst()() } }
      }
      follow(one, { value in later { take(0)(value) } }, { later(end(0)) })
    case .debounce(let one):
      var pending: Int?
      var newest = 0
      func flush() {
        newest += 1
        guard let value = pending else { return }
        pending = nil
        take(0)(value)
      }
      follow(one) { value in
        pending = value
        newest += 1
        let own = newest
        self.clock.after(SignalProgram.seconds) { if own == newest, !observer.isOver { flush() } }
      } _: {
        flush()
        end(0)()
      }
    case .throttle(let one):
      var pending: Int?
      var isWaiting = false
      func wait() {
        isWaiting = true
        clock.after(SignalProgram.seconds) {
          guard !observer.isOver else { return }
          isWaiting = false
          guard let value = pending else { return }
          pending = nil
          wait()
          take(0)(value)
        }
      }
      follow(one) { value in
        guard !isWaiting else { return pending = value }
        wait()
        take(0)(value)
      } _: {
        if let value = pending {
          pending = nil
          take(0)(value)
        }
        end(0)()
      }
    }
  }
}
