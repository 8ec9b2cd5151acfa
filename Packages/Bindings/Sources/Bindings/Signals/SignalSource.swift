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
  /// The source's name in traces; without one, its place in the source code stands there.
  public let label: String?
  /// Whether events are kept out of traces; false at first.
  public var isSecure = false
  let graph: Graph
  let place: TraceSource
  private let observers = SignalObservers()

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
  public var isEnded: Bool { observers.isEnded }

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
    guard observers.isIdle else { return enqueue(value) }
    let isTracing = graph.engine.isTracing
    if observers.isEmpty, !isTracing { return }
    graph.engine.perform {
      observers.take {
        if isTracing {
          deliverTraced(value, Trace.current)
        } else {
          observers.deliver(event: value)
        }
      }
    }
  }

  @inline(never)
  private func enqueue(_ value: Value) {
    let cause = graph.engine.isTracing ? Trace.current : nil
    let hidesValues = Trace.hidesValues
    observers.wait { Trace.hiding(hidesValues) { self.deliverTraced(value, cause) } }
  }

  /// Ends the signal, after the events that were sent before.
  public func end() {
    observers.end { [graph, observers] in graph.engine.perform { observers.tellEnd() } }
  }

  @inline(never)
  private func deliverTraced(_ value: Value, _ cause: TraceRecord.ID?) {
    guard graph.engine.isTracing else { return observers.deliver(event: value) }
    Trace.withCause(traceEvent(value, cause)) { observers.deliver(event: value) }
  }
}

/// The observers of one source, without the type of its events, so that one loop serves all types.
@safe
final class SignalObservers: Turns {
  @MainActor
  @safe
  private final class Slot: RosterMember {
    let receive: @MainActor (UnsafeRawPointer) -> Void
    let finish: @MainActor () -> Void
    let lifetime: SignalLifetime
    let seat = Seat()
    var place: Int {
      get { seat.place }
      set { seat.place = newValue }
    }

    init(
      _ receive: @escaping @MainActor (UnsafeRawPointer) -> Void,
      _ finish: @escaping @MainActor () -> Void, _ lifetime: SignalLifetime
    ) {
      unsafe self.receive = unsafe receive
      self.finish = finish
      self.lifetime = lifetime
    }
  }

  /// The place of a slot, for those who must not keep the slot.
  ///
  /// A weak reference to the slot would slow down each event.
  @MainActor
  private final class Seat { var place = -1 }

  // Touched by the main actor, at last by `deinit`.
  @exclusivity(unchecked) private nonisolated(unsafe) var roster = Roster<Slot>()

  // Whoever still stands here leaves before the object is gone, which would release him without the loop.
  #if canImport(Darwin)
    deinit {
      nonisolated(unsafe) let rest = unsafe exchange(&roster, with: Roster())
      onMainActor { unsafe ReleaseLoop.letGo(of: rest) }
    }
  #else
    isolated deinit {
      if !isEmpty { unsafe ReleaseLoop.letGo(of: exchange(&roster, with: Roster())) }
    }
  #endif

  var isEmpty: Bool { unsafe roster.count == 0 }

  /// Adds an observer, which leaves at the end of `lifetime` and is released then.
  func add(
    _ receive: @escaping @MainActor (UnsafeRawPointer) -> Void,
    _ finish: @escaping @MainActor () -> Void, _ lifetime: SignalLifetime
  ) {
    let slot = unsafe Slot(receive, finish, lifetime)
    unsafe roster.append(slot)
    lifetime.onEnd { [weak self, seat = slot.seat] in self?.leave(seat.place) }
  }

  private func leave(_ place: Int) {
    guard let slot = unsafe roster.remove(at: place) else { return }
    if isIdle { unsafe roster.closeHoles() }
    // The end of what it captured may come back here.
    ReleaseLoop.letGo(of: consume slot)
  }

  @inline(__always)
  func deliver<Value>(event: Value) {
    // Not `withUnsafePointer`, whose closure would ask for its actor at each event.
    var event = event
    unsafe deliver(at: &event)
  }

  @inline(__always)
  private func deliver<Value>(at event: UnsafePointer<Value>) {
    unsafe deliver(UnsafeRawPointer(event))
  }

  private func deliver(_ event: UnsafeRawPointer) {
    // Observers that are added now stand behind `count`; cancelled ones leave holes until after.
    let count = unsafe roster.slots.count
    for place in 0..<count {
      // One whose lifetime is over may still be about to leave.
      if let slot = unsafe roster.slots[place], !slot.lifetime.isOver { unsafe slot.receive(event) }
    }
    unsafe roster.closeHoles()
  }

  /// Tells all observers that the signal has ended, and lets go of them.
  func tellEnd() {
    for slot in unsafe roster.members where slot.place >= 0 {
      unsafe roster.remove(slot)
      if !slot.lifetime.isOver { slot.finish() }
    }
    unsafe roster.closeHoles()
  }
}

extension SignalSource {
  func traceEvent(_ event: Value, _ cause: TraceRecord.ID?) -> TraceRecord.ID? {
    let isError = event is any Error || (event as? any FailingResult)?.isFailure == true
    return graph.engine.emit(
      isError ? .signalError : .signalEvent, cause: cause, label: label, source: place,
      new: isSecure ? .hidden : graph.engine.traceValue(event))
  }
}

private protocol FailingResult {
  var isFailure: Bool { get }
}

extension Result: FailingResult {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
