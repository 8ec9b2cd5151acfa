/// A list of problems in the order of discovery; it keeps the first hundred and counts all.
///
/// A document of 15 MB may have five million problems, and each takes half a kilobyte.
struct ProblemList: Sendable {
  /// The maximum number of listed problems; a failing decode stops counting there.
  static let limit = 100

  private(set) var listed: [JSONProblem] = []
  /// The total number of problems, including those not listed.
  private(set) var count = 0
  private(set) var hasFailure = false
  private let room: Int

  /// Makes an empty list; its room is limited to what another list has left.
  init(room: Int = ProblemList.limit) {
    self.room = max(0, room)
  }

  var roomLeft: Int { room - listed.count }

  /// Counts a problem, and creates it only if there is room for it.
  mutating func append(_ effect: JSONProblem.Effect, _ problem: () -> JSONProblem) {
    count += 1
    if effect == .failed { hasFailure = true }
    guard roomLeft > 0 else { return }
    var problem = problem()
    problem.effect = effect
    listed.append(problem)
  }

  /// Appends another list; its failures get a different effect.
  mutating func append(_ other: ProblemList, failuresAs effect: JSONProblem.Effect) {
    for problem in other.listed.prefix(roomLeft) {
      var problem = problem
      if problem.effect == .failed { problem.effect = effect }
      listed.append(problem)
    }
    count += other.count
    if other.hasFailure, effect == .failed { hasFailure = true }
  }

  /// Keeps only the first of several problems with the same place.
  mutating func removeRepeatedPlaces() {
    var places = Set<JSONPointer>()
    let before = listed.count
    listed.removeAll { !places.insert($0.pointer).inserted }
    count -= before - listed.count
  }
}
