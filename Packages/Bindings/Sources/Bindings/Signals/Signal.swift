/// A stream of events without a current value.
///
/// ```swift
/// let taps = SignalSource<Void>()
/// let token = taps.signal.map { "tapped" }.observe { print($0) }
/// taps.send(())  // prints tapped
/// ```
/// A signal made by a ``SignalSource`` is hot: it sends whether or not anybody observes. One made by
/// ``create(_:)`` is cold: each observer starts the work anew. A signal may end; it never fails: an
/// error is a value like any other, so nothing ends behind the observer's back. The main actor guards
/// it.
@MainActor
public struct Signal<Value> {
  @usableFromInline let start: @MainActor (SignalObserver<Value>, SignalLifetime) -> Void

  @inlinable
  init(_ start: @escaping @MainActor (SignalObserver<Value>, SignalLifetime) -> Void) {
    self.start = start
  }

  /// Calls `next` with each event, and `ended` once if the signal ends, until the token is cancelled
  /// or released.
  ///
  /// - Returns: The token. Keep it: when it is released the observation ends.
  public func observe(
    _ next: @escaping @MainActor (Value) -> Void, ended: @escaping @MainActor () -> Void = {}
  ) -> Subscription {
    let lifetime = SignalLifetime()
    subscribe(lifetime, next, ended: ended)
    return SignalSubscription(lifetime)
  }

  /// Starts the signal for as long as `lifetime` lasts.
  func subscribe(
    _ lifetime: SignalLifetime, _ next: @escaping @MainActor (Value) -> Void,
    ended: @escaping @MainActor () -> Void
  ) {
    start(
      SignalObserver(
        next: { if !lifetime.isOver { next($0) } },
        end: {
          guard !lifetime.isOver else { return }
          lifetime.end()
          ended()
        }), lifetime)
  }
}

extension Signal {
  /// A signal that runs `body` for each observer.
  ///
  /// `body` sends through the observer that it is given and returns what to do when the observation
  /// is over, be it cancelled or ended.
  /// ```swift
  /// let answer = Signal<Int>.create { observer in
  ///   observer.send(42)
  ///   observer.end()
  ///   return {}
  /// }
  /// ```
  public static func create(
    _ body: @escaping @MainActor (SignalObserver<Value>) -> @MainActor () -> Void
  ) -> Signal {
    Signal { observer, lifetime in
      lifetime.onEnd(body(observer))
    }
  }

  /// A signal that sends `values` and ends.
  public static func just(_ values: Value...) -> Signal {
    Signal { observer, lifetime in
      for value in values where !lifetime.isOver { observer.send(value) }
      observer.end()
    }
  }

  /// A signal that ends at once.
  public static var empty: Signal { Signal { observer, _ in observer.end() } }

  /// A signal that never sends and never ends.
  public static var never: Signal { Signal { _, _ in } }
}

/// Where a signal's events go.
@MainActor
@safe
public struct SignalObserver<Value> {
  // Takes the event by address: a stored closure of type `(Value) -> Void` would be called through a
  // thunk at every operator.
  @usableFromInline let receive: @MainActor (UnsafePointer<Value>) -> Void
  @usableFromInline let finish: @MainActor () -> Void

  @inlinable @inline(__always)
  init(next: @escaping @MainActor (Value) -> Void, end: @escaping @MainActor () -> Void) {
    unsafe receive = { unsafe next($0.pointee) }
    finish = end
  }

  @inlinable @inline(__always)
  func next(_ value: Value) {
    // Not `withUnsafePointer`, whose closure would ask for its actor at each event.
    var event = value
    unsafe receive(&event)
  }

  /// Sends an event; nothing after the end.
  @inlinable
  public func send(_ value: Value) { next(value) }

  /// Ends the signal.
  public func end() { finish() }
}

/// A hot signal and the means to send through it.
///
/// ```swift
/// let errors = SignalSource<any Error>()
/// let token = errors.signal.observe { print($0) }
/// ```
/// An event that is sent while another one is delivered waits for its turn, so every observer sees
/// the same order. Who starts to observe during a delivery sees the next event first.
@MainActor
public final class SignalSource<Value> {
  private final class Slot {
    let observer: SignalObserver<Value>
    let lifetime: SignalLifetime

    init(_ observer: SignalObserver<Value>, _ lifetime: SignalLifetime) {
      self.observer = observer
      self.lifetime = lifetime
    }
  }

  /// What the source is called in traces; without it, its place in the source code.
  public let label: String?
  /// Whether events are kept out of traces; false at first.
  public var isSecure = false
  let graph: Graph
  let place: TraceSource
  @exclusivity(unchecked) private var slots: [Slot] = []
  private var waiting: [(event: Value, cause: TraceRecord.ID?)] = []
  /// Whether there may be events in `waiting`: cheaper than to look.
  @exclusivity(unchecked) private var hasWaiting = false
  @exclusivity(unchecked) private var isSending = false
  @exclusivity(unchecked) private var hasHoles = false
  /// Whether the signal has ended.
  public private(set) var isEnded = false

  /// Makes a source that nobody observes yet.
  ///
  /// - Parameters:
  ///   - label: What to call it in traces.
  ///   - graph: Where its events are traced; what observers of the signal read is not tracked there.
  ///   - fileID: Where it was made, for traces.
  ///   - line: The line in that file.
  public init(
    label: String? = nil, graph: Graph = .current, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.label = label
    self.graph = graph
    place = TraceSource(fileID, line: line)
  }

  /// Whether there may be an observer: the cheap question.
  @exclusivity(unchecked) private(set) var hasObservers = false

  /// Whether anybody observes.
  public var isObserved: Bool { unsafe slots.contains { !$0.lifetime.isOver } }

  /// The events that are sent from now on.
  public var signal: Signal<Value> {
    Signal { observer, lifetime in
      guard !self.isEnded else { return observer.end() }
      unsafe self.slots.append(Slot(observer, lifetime))
      unsafe self.hasObservers = true
      lifetime.onEnd { [weak self] in self?.sweep() }
    }
  }

  /// Sends an event to everybody who observes; nothing after the end.
  public func send(_ value: Value) {
    guard !isEnded else { return }
    if unsafe isSending { return enqueue(value) }
    unsafe isSending = true
    graph.engine.perform {
      if graph.engine.isTracing { deliverTraced(value, Trace.current) } else { deliver(value) }
      if unsafe hasWaiting { deliverWaiting() }
    }
    unsafe isSending = false
    if unsafe hasHoles { sweep() }
  }

  /// Ends the signal.
  public func end() {
    guard !isEnded else { return }
    isEnded = true
    let last = unsafe slots
    unsafe slots = []
    for slot in last { slot.observer.end() }
  }

  @inline(never)
  private func enqueue(_ value: Value) {
    unsafe hasWaiting = true
    waiting.append((value, graph.engine.isTracing ? Trace.current : nil))
  }

  @inline(never)
  private func deliverWaiting() {
    while unsafe hasWaiting {
      let next = waiting.removeFirst()
      deliverTraced(next.event, next.cause)
      unsafe hasWaiting = !waiting.isEmpty
    }
  }

  @inline(never)
  private func deliverTraced(_ value: Value, _ cause: TraceRecord.ID?) {
    guard graph.engine.isTracing else { return deliver(value) }
    Trace.withCause(traceEvent(value, cause)) { deliver(value) }
  }

  private func deliver(_ value: Value) {
    // Who joins during the delivery stands behind `count`; who leaves stays as a hole until after.
    let count = unsafe slots.count
    var index = 0
    while unsafe index < count && index < slots.count {
      let slot = unsafe slots[index]
      if !slot.lifetime.isOver { slot.observer.next(value) }
      index += 1
    }
  }

  private func sweep() {
    unsafe hasHoles = isSending
    guard unsafe !isSending else { return }
    unsafe slots.removeAll { $0.lifetime.isOver }
    unsafe hasObservers = !slots.isEmpty
  }
}
