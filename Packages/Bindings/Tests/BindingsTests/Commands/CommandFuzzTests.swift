import Bindings
import Testing

/// Random executions, cancellations and failures of a command, asked for by whomever it calls: bodies, observers, a
/// tracer.
@Suite @MainActor struct CommandFuzzTests {
  nonisolated static let policies: [CommandPolicy] = [
    .drop, .queue(max: 0), .queue(max: 2), .restart, .join, .parallel(max: 2),
  ]

  @Test(arguments: policies)
  func aCommandKeepsItsPolicyAndLosesNoError(_ policy: CommandPolicy) async {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("CommandFuzzTests: \(policy), seed \(seed)")
    for index in 0..<150 {
      let world = CommandWorld(policy, seed: seed &+ UInt64(index))
      await world.run()
      guard let fault = world.faults.first else { continue }
      Issue.record("\(policy), seed \(seed &+ UInt64(index)): \(fault)\n\(world.log)")
      return
    }
  }
}

/// A command, and what is known of its executions without asking it.
@MainActor
private final class CommandWorld {
  struct Failure: Error { let number: Int }

  let policy: CommandPolicy
  private(set) var faults: [String] = []
  private(set) var log: [String] = []
  private let graph = Graph()
  private lazy var command = Command<Int, Int>(label: "fuzz", policy: policy, graph: graph) {
    // A body may be waiting still when the world ends.
    [weak self] in
    guard let self else { throw CancellationError() }
    return try await body($0)
  }
  private var random: SplitMix
  private var budget = 60
  private var last = 0
  /// The bodies that have begun and not ended, and those of them that were asked to stop.
  private var running: Set<Int> = []
  private var cancelled: Set<Int> = []
  private var gates: [Int: CheckedContinuation<Void, Never>] = [:]
  private var failed: Set<Int> = []
  private var seen: Set<Int> = []
  private var reported: Set<Int> = []
  private var errors: Subscription?
  private var lastError: Subscription?

  init(_ policy: CommandPolicy, seed: UInt64) {
    self.policy = policy
    random = SplitMix(seed: seed)
  }

  func run() async {
    graph.onIssue = { [unowned self] in hear($0) }
    if random.below(2) == 0 { graph.tracer = Acting(world: self) }
    var tokens = [command.results.observe { [unowned self] _ in actAtTimes() }]
    tokens.append(
      observe(graph: graph) { [unowned self] in
        _ = (command.isExecuting, command.isEnabled)
        untracked { actAtTimes() }
      })
    while budget > 0 {
      act()
      for _ in 0..<random.below(3) { await Task.yield() }
    }
    var turns = 0
    while !command.executions.isEmpty, turns < 10_000 {
      turns += 1
      for gate in gates.keys.sorted() { open(gate) }
      await Task.yield()
    }
    if !command.executions.isEmpty { faults.append("it goes on for ever") }
    // The task of the last body lets go of its execution.
    turns = 0
    while !failed.subtracting(seen).isSubset(of: reported), turns < 10_000 {
      turns += 1
      await Task.yield()
    }
    (errors, lastError, graph.tracer) = (nil, nil, nil)
    let lost = failed.subtracting(seen).subtracting(reported)
    if !lost.isEmpty { faults.append("nobody heard of the errors of \(lost)") }
    if !reported.isSubset(of: failed) { faults.append("reported \(reported), failed \(failed)") }
    withExtendedLifetime(tokens) {}
  }

  func actAtTimes() { if random.below(4) == 0 { act() } }

  private func act() {
    guard budget > 0 else { return }
    budget -= 1
    switch random.below(9) {
    case 0..<4:
      last += 1
      log.append("execute \(last)")
      command.execute(last)
    case 4:
      cancelled.formUnion(running)
      log.append("cancel")
      command.cancel()
    case 5: toggle(\.errors) { command.errors.observe { [unowned self] in see($0) } }
    case 6:
      toggle(\.lastError) {
        observe(graph: graph) { [unowned self] in if let error = command.lastError { see(error) } }
      }
    default: if let gate = gates.keys.sorted().first { open(gate) }
    }
    check()
  }

  private func toggle(
    _ token: ReferenceWritableKeyPath<CommandWorld, Subscription?>, _ make: () -> Subscription
  ) {
    if let old = self[keyPath: token] {
      self[keyPath: token] = nil
      old.cancel()
    } else {
      // What it observes may act, and toggle, too.
      let new = make()
      if self[keyPath: token] == nil { self[keyPath: token] = new }
    }
  }

  private func open(_ gate: Int) {
    log.append("open \(gate)")
    gates.removeValue(forKey: gate)?.resume()
  }

  private func body(_ number: Int) async throws -> Int {
    running.insert(number)
    log.append("begin \(number)")
    check()
    interrupt(number)
    if random.below(2) == 0 {
      await withCheckedContinuation { gates[number] = $0 }
      interrupt(number)
    }
    running.remove(number)
    log.append("end \(number)")
    if random.below(3) > 0 { return number }
    if !Task.isCancelled { failed.insert(number) }
    throw Failure(number: number)
  }

  /// Acts in a body, and checks that it knows when it is to stop.
  private func interrupt(_ number: Int) {
    actAtTimes()
    let mustStop = cancelled.contains(number)
    if mustStop != Task.isCancelled, mustStop || policy != .restart {
      faults.append("\(number) is \(mustStop ? "" : "not ")to stop and does not know")
    }
  }

  private func check() {
    let count = untracked { command.executions.count }
    let (bodies, all) =
      switch policy {
      case .drop: (1, 1)
      case .queue(let max): (1, 1 + max)
      case .parallel(let max): (max, max)
      case .restart, .join: (Int.max, Int.max)
      }
    if running.count > bodies { faults.append("\(running.sorted()) run at once") }
    if count > all { faults.append("there are \(count) executions") }
    if policy == .join, running.subtracting(cancelled).count > 1 {
      faults.append("\(running.sorted()) run, \(cancelled.sorted()) of them cancelled")
    }
  }

  private func see(_ error: any Error) {
    if let error = error as? Failure { seen.insert(error.number) }
    untracked { actAtTimes() }
  }

  private func hear(_ issue: GraphIssue) {
    guard issue.code == .unobservedError, let error = issue.cause as? Failure else {
      return faults.append(issue.message)
    }
    log.append("report \(error.number)")
    if seen.contains(error.number) { faults.append("\(error.number) was seen and reported") }
    if !reported.insert(error.number).inserted { faults.append("\(error.number) twice") }
  }

  @MainActor private final class Acting: Tracer {
    private unowned let world: CommandWorld
    init(world: CommandWorld) { self.world = world }

    func record(_ record: TraceRecord) {
      switch record.kind {
      case .commandQueued, .commandStart, .commandRejected: world.actAtTimes()
      default: break
      }
    }
  }
}
