/// A hot signal and the means to send through it.
///
/// ```swift
/// let errors = SignalSource<any Error>()
/// let token = errors.signal.observe { print($0) }
/// ```
/// An event that is sent while another one is delivered waits for its turn, and so does the end, so
/// every observer sees the same order. An observer that is added during a delivery sees the next event
/// first.
///
/// - Complexity: An event costs O(observers); adding or cancelling an observer is amortised O(1).
@MainActor
public final class SignalSource<Value> {
  private enum State {
    case idle
    /// An event is being delivered; others wait.
    case delivering
    /// `end()` was called during a delivery: it comes after the events that wait, and no more may.
    case ending
    case ended
  }

  /// The source's name in traces; without one, its place in the source code stands there.
  public let label: String?
  /// Whether events are kept out of traces; false at first.
  public var isSecure = false
  let graph: Graph
  let place: TraceSource
  private let observers = SignalObservers()
  @exclusivity(unchecked) private var state = State.idle
  @exclusivity(unchecked) private var waiting = Queue<(event: Value, cause: TraceRecord.ID?)>()
  /// Whether `waiting` has one: to ask the queue itself would look for its type at each event.
  @exclusivity(unchecked) private var isAnyWaiting = false

  /// Makes a source that nobody observes yet.
  ///
  /// - Parameters:
  ///   - label: What to call it in traces.
  ///   - graph: Where its events are traced; what observers of the signal read is not tracked there.
  ///   - fileID: Where it was made, for traces.
  ///   - line: The line in that file.
  public init(
    label: String? = nil, graph: Graph = .current, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.label = label
    self.graph = graph
    place = TraceSource(fileID, line: line)
  }

  /// Whether the signal has ended; false while events from before its end are still delivered.
  public var isEnded: Bool { unsafe state == .ended }

  /// Whether anybody observes.
  public var isObserved: Bool { !observers.isEmpty }

  /// The events that are sent from now on.
  public var signal: Signal<Value> {
    Signal { observer, lifetime in
      guard !self.isEnded else { return observer.end() }
      unsafe self.observers.add(observer.receive, observer.finish, lifetime)
    }
  }

  /// Sends an event to all observers; nothing after ``end()``.
  public func send(_ value: Value) {
    guard unsafe state == .idle else { return enqueue(value) }
    let isTracing = graph.engine.isTracing
    if observers.isEmpty, !isTracing { return }
    takeTurn { if isTracing { deliverTraced(value, Trace.current) } else { deliver(value) } }
  }

  /// Runs `body`, which gives an event to observers, while events that are sent wait for their turn.
  @inline(__always)
  func takeTurn(_ body: () -> Void) {
    guard unsafe state == .idle else { return body() }
    unsafe state = .delivering
    graph.engine.perform(body)
    if unsafe isAnyWaiting || state == .ending { deliverWaiting() } else { unsafe state = .idle }
  }

  @inline(never)
  private func deliverWaiting() {
    graph.engine.perform {
      while let next = unsafe waiting.popFirst() { deliverTraced(next.event, next.cause) }
      unsafe isAnyWaiting = false
      if unsafe state == .ending { finish() } else { unsafe state = .idle }
    }
  }

  /// Ends the signal, after the events that were sent before.
  public func end() {
    switch unsafe state {
    case .idle: graph.engine.perform { finish() }
    case .delivering: unsafe state = .ending
    case .ending, .ended: break
    }
  }

  private func finish() {
    unsafe state = .ended
    observers.end()
  }

  @inline(never)
  private func enqueue(_ value: Value) {
    guard unsafe state == .delivering else { return }
    unsafe isAnyWaiting = true
    unsafe waiting.append((value, graph.engine.isTracing ? Trace.current : nil))
  }

  @inline(never)
  private func deliverTraced(_ value: Value, _ cause: TraceRecord.ID?) {
    guard graph.engine.isTracing else { return deliver(value) }
    Trace.withCause(traceEvent(value, cause)) { deliver(value) }
  }

  @inline(__always)
  private func deliver(_ value: Value) {
    // Not `withUnsafePointer`, whose closure would ask for its actor at each event.
    var event = value
    unsafe deliver(at: &event)
  }

  @inline(__always)
  private func deliver(at event: UnsafePointer<Value>) {
    unsafe observers.deliver(UnsafeRawPointer(event))
  }
}

/// The observers of one source, without the type of its events, so that one loop serves all types.
@MainActor
@safe
private final class SignalObservers {
  @MainActor
  @safe
  private final class Slot: RosterMember {
    let receive: @MainActor (UnsafeRawPointer) -> Void
    let finish: @MainActor () -> Void
    let seat = Seat()
    var place: Int {
      get { seat.place }
      set { seat.place = newValue }
    }

    init(
      _ receive: @escaping @MainActor (UnsafeRawPointer) -> Void,
      _ finish: @escaping @MainActor () -> Void
    ) {
      unsafe self.receive = unsafe receive
      self.finish = finish
    }
  }

  /// The place of a slot, for those who must not keep the slot.
  ///
  /// A weak reference to the slot would slow down each event.
  @MainActor
  private final class Seat { var place = -1 }

  @exclusivity(unchecked) private var roster = Roster<Slot>()
  @exclusivity(unchecked) private var isDelivering = false

  var isEmpty: Bool { unsafe roster.count == 0 }

  /// Adds an observer, which leaves at the end of `lifetime` and is released then.
  func add(
    _ receive: @escaping @MainActor (UnsafeRawPointer) -> Void,
    _ finish: @escaping @MainActor () -> Void, _ lifetime: SignalLifetime
  ) {
    let slot = unsafe Slot(receive, finish)
    unsafe roster.append(slot)
    lifetime.onEnd { [weak self, seat = slot.seat] in self?.leave(seat.place) }
  }

  private func leave(_ place: Int) {
    unsafe roster.remove(at: place)
    if unsafe !isDelivering { unsafe roster.closeHoles() }
  }

  func deliver(_ event: UnsafeRawPointer) {
    unsafe isDelivering = true
    // Observers that are added now stand behind `count`; cancelled ones leave holes until after.
    let count = unsafe roster.slots.count
    for place in 0..<count {
      if let slot = unsafe roster.slots[place] { unsafe slot.receive(event) }
    }
    unsafe isDelivering = false
    unsafe roster.closeHoles()
  }

  /// Tells all observers that the signal has ended, and lets go of them.
  func end() {
    for slot in unsafe roster.members where slot.place >= 0 {
      unsafe roster.remove(slot)
      slot.finish()
    }
    unsafe roster.closeHoles()
  }
}
