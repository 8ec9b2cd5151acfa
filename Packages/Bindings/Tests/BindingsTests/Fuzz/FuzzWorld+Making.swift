@testable import Bindings

/// The making of cells and watchers, and their replacement by others.
extension FuzzWorld {
  func replaceCell() {
    let old: FuzzCell
    if random.below(2) == 0 {
      let index = random.below(lower.count)
      let cell = makeLower()
      old = lower[index]
      lower[index] = cell
    } else {
      let index = random.below(upper.count)
      let cell = makeUpper()
      old = upper[index]
      upper[index] = cell
    }
    // Its end may come back here.
    withExtendedLifetime(old) {}
  }

  func replaceWatcher() {
    let index = random.below(watchers.count)
    if random.below(2) == 0 { watchers[index].cancel() }
    let watcher = makeWatcher()
    let old = watchers[index]
    watchers[index] = watcher
    withExtendedLifetime(old) {}
  }

  func makeLower() -> FuzzCell { makeCell(from: first + lower) }

  func makeUpper() -> FuzzCell { makeCell(from: first + second + lower + upper) }

  private func makeCell(from pool: [FuzzCell]) -> FuzzCell {
    // Chains may grow with every replacement; keep them shallow by taking sources often.
    let inputs = (0..<3).map { _ in
      random.below(3) == 0 ? first[random.below(first.count)] : pool[random.below(pool.count)]
    }
    let deepest = inputs.map { depth(of: $0, limit: 12) }.max() ?? 0
    let formulas: [FuzzCell.Formula] = [
      .sum, .select, .firstBelow, .sum, .select, .firstBelow, .inner, .inner, .dropped,
      random.below(8) == 0 ? .culprit : .sum,
    ]
    return FuzzCell(
      formulas[random.below(formulas.count)], deepest < 12 ? inputs : Array(first[..<3]), graph,
      makeEnding(3), sources[0],
      recomputed: { [weak self] in
        self?.operations += 1
        if self?.random.below(64) == 0 { self?.changeTracer() }
        if self?.random.below(256) == 0 { self?.endInEvaluation() }
        if self?.random.below(64) == 0 { self?.readOther() }
      }, looksAhead: { [weak self] in self?.random.below(16) == 0 })
  }

  private func depth(of cell: FuzzCell, limit: Int) -> Int {
    guard limit > 0 else { return 1 }
    // The first input stands for all: enough to stop growth, cheap enough for every step.
    return cell.inputs.first.map { 1 + depth(of: $0, limit: limit - 1) } ?? 0
  }

  func makeWatcher() -> FuzzWatcher {
    let kind = random.below(10)
    let pool = kind == 0 ? lower : lower + upper + first + second
    let watcher = FuzzWatcher(pool[random.below(pool.count)])
    let isLower = lower.contains { $0 === watcher.cell }
    let sink = sinks[random.below(sinks.count)]
    let ending = makeEnding(4)
    let see: @MainActor (Int) -> Void = { [weak self, weak watcher] value in
      guard let self, let watcher else { return }
      // In its first run it has no token yet that could have been cancelled.
      if watcher.isCancelled, watcher.token != nil { faults.append("a cancelled observer ran") }
      // A batch, or two writes to a sink, may come back to the value from before.
      if watcher.last == value, isSingleWrite, isLower {
        faults.append("an observer ran without a change")
      }
      watcher.last = value
      operations += 1
      switch kind {
      case 0: sink.value = value  // writes while observers run
      case 1 where watchers.count == 8:
        let victim = watchers[random.below(watchers.count)]
        if victim !== watcher { victim.cancel() }
      case 2: if lower.count == 10, upper.count == 8 { replaceCell() }
      case 3 where random.below(8) == 0: watcher.cancel()
      case 4: visitOther()
      case 5 where random.below(8) == 0: changeTracer()
      case 8: for half in other?.pair ?? [] { half.value = value }
      case 7 where random.below(4) == 0: readOther()
      default: break
      }
      withExtendedLifetime(ending) {}
    }
    if kind == 6 {
      // Reads through a computed that nobody keeps, whose evaluation ends the observer that asks for it.
      let graph = graph
      watcher.token = observe(graph: graph) { [weak self, weak watcher] in
        let value = Computed(graph: graph) {
          if self?.random.below(8) == 0 { watcher?.cancel() }
          return watcher?.cell.tracked ?? 0
        }.value
        // Cancelling does not stop a run that is going on.
        if watcher?.isCancelled == false { untracked { see(value) } }
      }
    } else {
      watcher.token = watcher.cell.observable.observe(see)
    }
    // One that was asked for in an evaluation is not made.
    if watcher.isCancelled || watcher.token?.isActive == false { watcher.cancel() }
    return watcher
  }
}
