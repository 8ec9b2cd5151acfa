/// The members of a JSON object, in document order.
///
/// Equality ignores the order, as in JSON; keys are equal if their bytes are.
///
/// ```swift
/// var object: JSONObject = ["id": 7, "name": "Ferry"]
/// object["id"] = nil
/// object.keys  // ["name"]
/// ```
public struct JSONObject: Sendable {
  private var members: [(key: String, value: JSONValue)] = []
  private var index: [ExactKey: Int] = [:]
  private static let scanLimit = 8

  /// Makes an empty object.
  public init() {}

  /// The keys in order.
  public var keys: [String] { members.map(\.key) }

  /// The value of a key; setting `nil` removes the key, setting a new key appends it.
  ///
  /// - Complexity: O(1); O(members) to remove any member but the last.
  public subscript(key: String) -> JSONValue? {
    get { place(of: key).map { members[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil):
        members.remove(at: place)
        if place < members.count || members.count <= JSONObject.scanLimit {
          rebuildIndex()
        } else {
          index[ExactKey(key)] = nil
        }
      case (nil, let value?):
        members.append((key, value))
        if members.count == JSONObject.scanLimit + 1 {
          rebuildIndex()
        } else if members.count > JSONObject.scanLimit {
          index[ExactKey(key)] = members.count - 1
        }
      case (nil, nil): break
      }
    }
  }

  private func place(of key: String) -> Int? {
    let key = ExactKey(key)
    return members.count > JSONObject.scanLimit
      ? index[key] : members.firstIndex { ExactKey($0.key) == key }
  }

  private mutating func rebuildIndex() {
    index = [:]
    guard members.count > JSONObject.scanLimit else { return }
    for (place, member) in members.enumerated() { index[ExactKey(member.key)] = place }
  }
}

extension JSONObject: RandomAccessCollection {
  /// The first position.
  public var startIndex: Int { 0 }
  /// The position after the last member.
  public var endIndex: Int { members.count }
  /// The member at a position.
  public subscript(position: Int) -> (key: String, value: JSONValue) { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object from a literal; of duplicate keys, the last value stays.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    JSONValue.object(left) == .object(right)
  }

  /// Hashes the members independently of their order.
  public func hash(into hasher: inout Hasher) {
    JSONValue.object(self).hash(into: &hasher)
  }
}
