/// A hot signal together with the functions that send through it.
///
/// ```swift
/// let errors = SignalSource<any Error>()
/// let token = errors.signal.observe { print($0) }
/// ```
/// An event that is sent during the delivery of another one is queued, and so is the end, so
/// every observer sees the same order. An observer that is added during a delivery first gets the next
/// event.
///
/// - Complexity: An event costs O(observers); adding or cancelling an observer is amortised O(1).
@MainActor
public final class SignalSource<Value> {
  /// The source's name in traces; without a label, traces show its source location.
  public let label: String?
  /// Whether events are kept out of traces; false by default.
  public var isSecure = false
  let graph: Graph
  let place: TraceSource
  private let observers = SignalObservers()

  /// Makes a source without observers.
  ///
  /// - Parameters:
  ///   - label: The name of the source in traces.
  ///   - graph: The graph that traces the events; reads of the signal's observers are not tracked there.
  ///   - fileID: The file of the call, for traces.
  ///   - line: The line in that file.
  public init(
    label: String? = nil, graph: Graph = .current, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.label = label
    self.graph = graph
    place = TraceSource(fileID, line: line)
  }

  /// Whether the signal has ended; false while earlier events are still being delivered.
  public var isEnded: Bool { observers.isEnded }

  /// Whether there are observers.
  public var isObserved: Bool { !observers.isEmpty }

  /// The signal, which sends all later events.
  public var signal: Signal<Value> {
    Signal { observer, lifetime in
      guard !self.isEnded else { return observer.end() }
      unsafe self.observers.add(observer.receive, observer.finish, lifetime)
    }
  }

  /// Sends an event to all observers; has no effect after ``end()``.
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
    let cause = unsafe Engine.tracers > 0 ? Trace.current : nil
    let hidesValues = Trace.hidesValues
    observers.wait { Trace.hiding(hidesValues) { self.deliverTraced(value, cause) } }
  }

  /// Ends the signal after the delivery of earlier events.
  public func end() {
    observers.end { [graph, observers] in graph.engine.perform { observers.tellEnd() } }
  }

  @inline(never)
  private func deliverTraced(_ value: Value, _ cause: TraceRecord.ID?) {
    let event = graph.engine.isTracing ? traceEvent(value, cause) : cause
    Engine.caused(by: event) { observers.deliver(event: value) }
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

  /// The index of a slot, for code that must not retain the slot.
  ///
  /// A weak reference to the slot would slow down each event.
  @MainActor
  private final class Seat { var place = -1 }

  // Accessed on the main actor, and last by `deinit`.
  @exclusivity(unchecked) private nonisolated(unsafe) var roster = Roster<Slot>()

  // The remaining observers are moved out before the object is released, which would release them without the loop.
  isolated deinit {
    if !isEmpty { unsafe ReleaseLoop.letGo(of: exchange(&roster, with: Roster())) }
  }

  var isEmpty: Bool { unsafe roster.count == 0 }

  /// Adds an observer, which is removed and released at the end of `lifetime`.
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
    // The deinits of captured objects may call this object again.
    ReleaseLoop.letGo(of: consume slot)
  }

  @inline(__always)
  func deliver<Value>(event: Value) {
    // Not `withUnsafePointer`, whose closure would check its actor at each event.
    var event = event
    unsafe deliver(at: &event)
  }

  @inline(__always)
  private func deliver<Value>(at event: UnsafePointer<Value>) {
    unsafe deliver(UnsafeRawPointer(event))
  }

  private func deliver(_ event: UnsafeRawPointer) {
    // Observers added during the delivery have indexes from `count` on; cancelled ones leave empty slots until its end.
    let count = unsafe roster.slots.count
    for place in 0..<count {
      // A slot whose lifetime has ended may not have been removed yet.
      if let slot = unsafe roster.slots[place], !slot.lifetime.isOver { unsafe slot.receive(event) }
    }
    unsafe roster.closeHoles()
  }

  /// Sends the end of the signal to all observers and removes them.
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
    let error = event as? any Error ?? (event as? any FailingResult)?.error
    return graph.engine.emit(
      error == nil ? .signalEvent : .signalError, cause: cause, label: label, source: place,
      new: isSecure ? .hidden : graph.engine.traceValue(event),
      error: isSecure || Trace.hidesValues ? nil : error)
  }
}

private protocol FailingResult {
  var error: (any Error)? { get }
}

extension Result: FailingResult {
  fileprivate var error: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
