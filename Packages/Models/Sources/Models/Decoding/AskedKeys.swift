/// The keys that a model asked for in the objects whose decode has not ended, innermost last.
struct AskedKeys {
  struct Object {
    let entry: Int
    let path: PathNode
    var keys: Set<ExactKey>
  }

  private var objects: [Object] = []
  private var places: [Int: Int] = [:]

  var count: Int { objects.count }

  mutating func note(_ key: String?, in object: Int, _ path: PathNode) {
    let place = places[object] ?? objects.count
    if place == objects.count {
      objects.append(Object(entry: object, path: path, keys: []))
      places[object] = place
    }
    if let key { objects[place].keys.insert(ExactKey(key)) }
  }

  /// Removes the objects noted since there were `count`, but for one, and returns them.
  mutating func take(from count: Int, but kept: Int) -> [Object] {
    guard objects.count > count else { return [] }
    let taken = objects[count...]
    objects.removeSubrange(count...)
    for object in taken { places[object.entry] = nil }
    for object in taken where object.entry == kept {
      places[kept] = objects.count
      objects.append(object)
    }
    return taken.filter { $0.entry != kept }
  }
}
