/// Problems in the order of their discovery: the first hundred, and how many there were in all.
///
/// A document of fifteen megabytes can have five million problems, and each takes half a kilobyte.
struct ProblemList: Sendable {
  /// So many problems are listed; a decode that fails stops counting there.
  static let limit = 100

  private(set) var listed: [JSONProblem] = []
  /// The number of problems, listed or not.
  private(set) var count = 0
  private(set) var hasFailure = false
  private let room: Int

  /// Makes an empty list, with no more room than another one has left.
  init(room: Int = ProblemList.limit) {
    self.room = max(0, room)
  }

  var roomLeft: Int { room - listed.count }

  /// Counts a problem, and makes it when there is room for it.
  mutating func append(_ effect: JSONProblem.Effect, _ problem: () -> JSONProblem) {
    count += 1
    if effect == .failed { hasFailure = true }
    guard roomLeft > 0 else { return }
    var problem = problem()
    problem.effect = effect
    listed.append(problem)
  }

  /// Adds what another list has; failures of its own have this effect here.
  mutating func append(_ other: ProblemList, failuresAs effect: JSONProblem.Effect) {
    for problem in other.listed.prefix(roomLeft) {
      var problem = problem
      if problem.effect == .failed { problem.effect = effect }
      listed.append(problem)
    }
    count += other.count
    if other.hasFailure, effect == .failed { hasFailure = true }
  }

  /// Leaves of several problems at one place the first.
  mutating func removeRepeatedPlaces() {
    var places = Set<JSONPointer>()
    let before = listed.count
    listed.removeAll { !places.insert($0.pointer).inserted }
    count -= before - listed.count
  }
}
