// These methods do not recurse, because a parsed value may be deep and threads have small stacks.
extension JSONValue: Hashable {
  /// Whether both are the same JSON: objects in any order, and numbers by value, not by notation.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    var due: (JSONValue, JSONValue)? = (left, right)
    var pairs: [(JSONValue, JSONValue)] = []
    while let pair = due {
      switch pair {
      case (.null, .null): break
      case (.bool(let left), .bool(let right)): guard left == right else { return false }
      case (.number(let left), .number(let right)): guard left == right else { return false }
      case (.string(let left), .string(let right)): guard left == right else { return false }
      case (.array(let left), .array(let right)):
        guard left.count == right.count else { return false }
        pairs.append(contentsOf: zip(left, right))
      case (.object(let left), .object(let right)):
        guard left.count == right.count else { return false }
        for (key, value) in left {
          guard let other = right[key] else { return false }
          pairs.append((value, other))
        }
      default: return false
      }
      due = pairs.popLast()
    }
    return true
  }

  /// Hashes all parts with their paths, independently of the order of members.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    var due: (value: JSONValue, place: Int)? = (self, 0)
    var parts: [(value: JSONValue, place: Int)] = []
    while let (value, place) = due {
      var part = Hasher()
      part.combine(place)
      switch value {
      case .null: part.combine(0)
      case .bool(let value): part.combine(value)
      case .number(let value): part.combine(value)
      case .string(let value): part.combine(value)
      case .array(let values):
        part.combine("[]")
        for (index, value) in values.enumerated() {
          parts.append((value, JSONValue.place(of: index, in: place)))
        }
      case .object(let object):
        part.combine("{}")
        for (key, value) in object {
          parts.append((value, JSONValue.place(of: ExactKey(key), in: place)))
        }
      }
      sum &+= part.finalize()
      due = parts.popLast()
    }
    hasher.combine(sum)
  }

  private static func place(of step: some Hashable, in place: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(place)
    hasher.combine(step)
    return hasher.finalize()
  }
}
