import Bindings
import Testing
import ViewModels

/// What an image must do, written as plainly as possible: without tasks and nodes.
private struct ImageModel {
  var address: String
  var state = ImageViewModel.State.idle
  var callers: Set<Int> = []
  /// Whether the image is wanted without callers, and with them.
  var isKept = false, isAwaited = false

  mutating func load(_ caller: Int) {
    isAwaited = true
    callers.insert(caller)
    start()
  }

  mutating func start() {
    if state != .loading, state != .loaded, !address.isEmpty { state = .loading }
  }

  mutating func cancel() {
    if state != .loaded { (isKept, isAwaited) = (false, false) }
    if state == .loading { state = .idle }
  }

  mutating func show(_ address: String) {
    guard address != self.address else { return }
    (self.address, state) = (address, .idle)
    if isKept || isAwaited { start() }
  }

  mutating func begin() {
    isKept = true
    start()
  }

  mutating func endDisplay() {
    guard !callers.isEmpty else { return cancel() }
    (isKept, isAwaited) = (false, true)
  }

  mutating func leave(_ caller: Int) {
    guard callers.remove(caller) != nil, callers.isEmpty, state == .loading, !isKept else { return }
    cancel()
  }

  /// What the callers do when it is their turn.
  mutating func turn() {
    guard state != .loading, !callers.isEmpty else { return }
    isKept = isKept || isAwaited && state == .loaded
    isAwaited = false
    callers = []
  }
}

/// Images that share a loader, beside their models, driven through the same random steps.
@MainActor
private final class ImageDuel {
  private let source = HandDrivenImages()
  private let list = ListViewModel()
  private let cells: [PictureCell]
  private var models: [ImageModel]
  private var random: SeededNumbers
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var waiting: [Set<Int>]
  private var steps: [String] = []
  private(set) var problem: String?

  init(seed: UInt64) throws {
    random = SeededNumbers(state: seed)
    source.heedsCancellation = Bool.random(using: &random)
    let loader = ImageLoader(source, capacity: 0)
    cells = (0..<2).map { _ in PictureCell(ImageViewModel("a", loader: loader)) }
    models = cells.map { _ in ImageModel(address: "a") }
    waiting = cells.map { _ in [] }
    try list.append(cells)
  }

  private func pick(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }

  func step() async throws {
    let index = pick(0..<cells.count)
    switch pick(0..<10) {
    case 0, 1: load(index)
    case 2: leave(index)
    case 3, 4, 5: answer()
    default: for _ in 0..<pick(1..<4) { try actAtOnce(pick(0..<cells.count)) }
    }
    // Lets each task begin, even where the model already agrees.
    for _ in 0..<20 { await Task.yield() }
    for _ in 0..<2_000 {
      for index in models.indices { models[index].turn() }
      problem = difference
      if problem == nil { return }
      await Task.yield()
    }
    problem = (problem ?? "") + "\n" + steps.joined(separator: "\n")
  }

  /// Does something that takes effect before any task goes on.
  private func actAtOnce(_ index: Int) throws {
    let image = cells[index].picture
    switch pick(0..<6) {
    case 0:
      steps.append("cancel \(index)")
      image.cancel()
      models[index].cancel()
    case 1, 2:
      let address = ["a", "b", ""][pick(0..<3)]
      steps.append("show \(index) '\(address)'")
      image.show(address)
      models[index].show(address)
    case 3, 4:
      steps.append("display \(index)")
      try list.report(.willDisplay, of: cells[index])
      models[index].begin()
    default:
      steps.append("end display of \(index)")
      try list.report(.didEndDisplaying, of: cells[index])
      models[index].endDisplay()
    }
  }

  private func load(_ index: Int) {
    let (caller, image) = (tasks.count, cells[index].picture)
    steps.append("load \(index) for \(caller)")
    models[index].load(caller)
    waiting[index].insert(caller)
    tasks[caller] = Task {
      await image.load()
      waiting[index].remove(caller)
    }
  }

  private func leave(_ index: Int) {
    guard let caller = models[index].callers.sorted().randomElement(using: &random) else { return }
    steps.append("cancel caller \(caller)")
    models[index].leave(caller)
    tasks[caller]?.cancel()
  }

  private func answer() {
    guard let address = source.open.sorted().randomElement(using: &random) else { return }
    let fails = pick(0..<3) == 0
    steps.append("\(fails ? "fail" : "answer") \(address)")
    for index in models.indices where models[index].state == .loading {
      if models[index].address == address { models[index].state = fails ? .failed : .loaded }
    }
    if fails { source.fail(address) } else { source.answer(address, address == "a" ? 1 : 2) }
  }

  private var difference: String? {
    for (index, model) in models.enumerated() {
      let image = cells[index].picture
      if image.address != model.address || image.state != model.state {
        return "\(index) is \(image.address) \(image.state) instead of \(model)"
      }
      let size = model.state == .loaded ? (model.address == "a" ? 1 : 2) : nil
      if image.bytes?.count != size || image.byteCount != size { return "bytes of \(index)" }
      if (image.problem != nil) != (model.state == .failed) { return "problem of \(index)" }
      if waiting[index] != model.callers { return "\(index) has callers \(waiting[index])" }
    }
    let wanted = Set(models.filter { $0.state == .loading }.map(\.address))
    return source.wanted == wanted ? nil : "wanted are \(source.wanted) instead of \(wanted)"
  }

  func finish() async {
    for cell in cells { cell.picture.cancel() }
    for task in tasks.values { await task.value }
    for address in source.open { source.fail(address) }
  }
}

@ViewModel
private final class PictureCell: CellViewModel, ImageShowing {
  let picture: ImageViewModel
  init(_ picture: ImageViewModel) {
    self.picture = picture
    super.init()
  }
}

@MainActor
@Suite(.ownGraph) struct ImageFuzzTests {
  @Test func anyOrderOfEventsGoesAsInThePlainModel() async throws {
    let first = UInt64.random(in: 0...(.max - 10_000))
    print("ImageFuzzTests from seed \(first)")
    for seed in first..<(first + 100) {
      let duel = try ImageDuel(seed: seed)
      for _ in 0..<60 where duel.problem == nil { try await duel.step() }
      if let problem = duel.problem {
        Issue.record("seed \(seed): \(problem)")
        return
      }
      await duel.finish()
    }
  }
}
