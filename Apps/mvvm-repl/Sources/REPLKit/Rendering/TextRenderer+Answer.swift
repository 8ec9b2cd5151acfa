import DisplayWidth
import ViewModels

extension TextRenderer {
  /// Returns a value in answer to a statement: a list is broken between its elements, but a text stays in one piece,
  /// because users may copy it.
  func answer(_ value: DynamicValue, _ type: ValueType) -> String {
    switch value {
    case .array, .object:
      guard let columns, !TableText.suits(value) else { fallthrough }
      return listed(value, within: columns)
        .wrapped(to: columns, indentation: 1, cells: cells).withoutFixedSpaces
    default: return self.value(value, type)
    }
  }

  /// Returns a value with non-breaking spaces in the parts that fit on a line.
  private func listed(_ value: DynamicValue, within columns: Int) -> String {
    let whole = paint.value(value)
    switch value {
    case _ where !value.isList && fits(value, in: columns):
      return whole.replacing(" ", with: String.fixedSpace)
    case .array(let elements):
      return "[\(elements.map { listed($0, within: columns) }.joined(separator: ", "))]"
    case .object(let members) where !members.isEmpty:
      let parts = members.sorted { $0.key < $1.key }.map { key, member in
        let text = key.debugDescription.printable
        let room = columns - cells.of(text) - 2
        let name = paint.quiet(room > 0 ? text.replacing(" ", with: String.fixedSpace) : text)
        let space = member.isList || fits(member, in: room) ? String.fixedSpace : " "
        return "\(name):\(space)\(listed(member, within: room))"
      }
      return "[\(parts.joined(separator: ", "))]"
    default: return whole
    }
  }

  /// Whether a value fits on a line, with a bracket or an indentation before it and a comma or bracket behind it.
  private func fits(_ value: DynamicValue, in columns: Int) -> Bool {
    cells.of(Paint.plain.value(value)) + 2 <= columns
  }
}

extension DynamicValue {
  fileprivate var isList: Bool {
    switch self {
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    default: false
    }
  }
}
