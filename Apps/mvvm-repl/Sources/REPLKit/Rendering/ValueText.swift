import DisplayWidth
import ViewModels

/// A value as JSON, its members in alphabetical order.
enum JSONText {
  static func pretty(_ value: DynamicValue) -> String { text(value, indentation: "") }

  /// On one line.
  static func compact(_ value: DynamicValue) -> String {
    switch value {
    case .array(let elements): "[\(elements.map(compact).joined(separator: ","))]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { "\(quoted($0.key)):\(compact($0.value))" }.joined(separator: ",") + "}"
    default: scalar(value)
    }
  }

  private static func text(_ value: DynamicValue, indentation: String) -> String {
    let inner = indentation + "  "
    switch value {
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { inner + text($0, indentation: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.sorted { $0.key < $1.key }
        .map { "\(inner)\(quoted($0.key)): \(text($0.value, indentation: inner))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
    default: return compact(value)
    }
  }

  /// Numbers that JSON cannot hold become `null`.
  private static func scalar(_ value: DynamicValue) -> String {
    switch value {
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): value.isFinite ? "\(value)" : "null"
    case .string(let text): quoted(text)
    case .null, .array, .object: "null"
    }
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.isObeyed:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// A value as indented lines, one for each thing in it.
enum TreeText {
  static func lines(_ value: DynamicValue, _ name: String? = nil, depth: Int = 0) -> [String] {
    let head = String(repeating: "  ", count: depth) + (name.map { "\($0): " } ?? "")
    switch value {
    case .array(let elements) where !elements.isEmpty:
      return ["\(head)\(elements.count) elements"]
        + elements.enumerated().flatMap { lines($1, "\($0)", depth: depth + 1) }
    case .object(let members) where !members.isEmpty:
      let rest = members.sorted { $0.key < $1.key }
        .flatMap { lines($0.value, $0.key, depth: depth + (name == nil ? 0 : 1)) }
      return name == nil ? rest : [String(head.dropLast())] + rest
    default: return [head + "\(value)"]
    }
  }
}

/// A value as rows and columns: one row for each element, one column for each name.
struct TableText {
  let names: [String]
  let rows: [[String]]

  /// The most columns of a cell.
  static let widestCell = 32

  /// Lays out rows, each with a cell for each name.
  init(names: [String], rows: [[String]]) {
    self.names = names
    self.rows = rows
  }

  /// Lays out an array of objects, or anything else as a table of one column or two.
  init(_ value: DynamicValue) {
    switch value {
    case .array(let elements):
      var names: [String] = []
      for case .object(let members) in elements {
        names += members.keys.filter { !names.contains($0) }.sorted()
      }
      let hasNames = !names.isEmpty
      self.names = hasNames ? names : ["value"]
      rows = elements.map { element in
        guard hasNames else { return [Self.cell(element)] }
        guard case .object(let members) = element else {
          return [Self.cell(element)] + Array(repeating: "", count: names.count - 1)
        }
        return names.map { members[$0].map(Self.cell) ?? "" }
      }
    case .object(let members):
      names = ["name", "value"]
      rows = members.sorted { $0.key < $1.key }.map { [$0.key, Self.cell($0.value)] }
    default:
      names = ["value"]
      rows = [[Self.cell(value)]]
    }
  }

  /// Whether a value is shown as a table without being asked: it is objects only.
  static func suits(_ value: DynamicValue) -> Bool {
    guard case .array(let elements) = value, elements.count > 1 else { return false }
    return elements.allSatisfy {
      if case .object(let members) = $0 { !members.isEmpty } else { false }
    }
  }

  /// The heading, a rule and the rows; numbers stand at the right of their column.
  ///
  /// Where not all rows are shown, cells are cut, too, and the last line says how to see everything.
  func lines(mostRows: Int, paint: Paint = .plain) -> [String] {
    let widest = mostRows == .max ? Int.max : Self.widestCell
    let shown = rows.prefix(mostRows).map { $0.map { $0.fitted(to: widest) } }
    let isCut = rows.prefix(mostRows).joined().contains { $0.utf8.count > widest }
    let areNumbers = names.indices.map { column in
      let cells = rows.lazy.map { $0[column] }.filter { !$0.isEmpty }
      return !cells.isEmpty && cells.allSatisfy { Double($0) != nil }
    }
    let names = names.map(\.printableLine)
    let widths = names.indices.map { column in
      max(names[column].displayWidth, shown.map { $0[column].displayWidth }.max() ?? 0)
    }
    func line(_ cells: [String], _ role: (Int) -> TextRenderer.Style.Role?) -> String {
      let parts = cells.indices.map { column in
        let room = String(repeating: " ", count: widths[column] - cells[column].displayWidth)
        let isLast = column == cells.count - 1
        let text = role(column).map { paint.painted(cells[column], $0) } ?? cells[column]
        return areNumbers[column] ? room + text : isLast ? text : text + room
      }
      return parts.joined(separator: "  ").trimmedAtEnd
    }
    let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")
    var lines = [line(names) { _ in .strong }, paint.quiet(rule)]
    lines += shown.map { line($0) { areNumbers[$0] ? .number : nil } }
    if rows.count > shown.count {
      lines.append(paint.quiet("and \(rows.count - shown.count) more: | table"))
    } else if isCut {
      lines.append(paint.quiet("… is cut: | table shows all"))
    }
    return lines
  }

  /// As comma-separated values (RFC 4180).
  var separated: [String] {
    ([names] + rows).map { row in
      row.map { cell in
        cell.contains { $0 == "," || $0 == "\"" || $0.isNewline }
          ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
      }.joined(separator: ",")
    }
  }

  private static func cell(_ value: DynamicValue) -> String {
    switch value {
    case .string(let text): text
    case .null: ""
    default: "\(value)"
    }
  }
}

extension String {
  /// The text on one line, cut with an ellipsis when it is wider than `columns`.
  func fitted(to columns: Int) -> String {
    let line = String(map { $0.isNewline || $0 == "\t" ? " " : $0 }).printableLine
    guard line.displayWidth > columns else { return line }
    var width = 0
    return line.prefix { character in
      width += character.displayWidth
      return width < columns
    } + "…"
  }

  fileprivate var trimmedAtEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
