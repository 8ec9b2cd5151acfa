import DisplayWidth
import ViewModels

/// A value as JSON, its members in alphabetical order.
enum JSONText {
  static func compact(_ value: DynamicValue) -> String {
    switch value {
    case .array(let elements): return "[\(elements.map(compact).joined(separator: ","))]"
    case .object(let members):
      let lines = members.sorted { $0.key < $1.key }.map { "\(quoted($0)):\(compact($1))" }
      return "{\(lines.joined(separator: ","))}"
    case .string(let text): return quoted(text)
    // Numbers that JSON cannot hold become `null`.
    case .double(let number) where !number.isFinite: return "null"
    case .null: return "null"
    case .bool, .int, .double: return "\(value)"
    }
  }

  static func pretty(
    _ value: DynamicValue, _ paint: Paint, indentation: String = ""
  ) -> String {
    let inner = indentation + "  "
    switch value {
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { inner + pretty($0, paint, indentation: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
    case .object(let members) where !members.isEmpty:
      let lines = members.sorted { $0.key < $1.key }
        .map { key, value in
          "\(inner)\(paint.quiet(quoted(key))): \(pretty(value, paint, indentation: inner))"
        }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
    case .string(let text): return paint.painted(quoted(text), .string)
    case .array, .object: return compact(value)
    case .null, .bool, .int, .double: return paint.painted(compact(value), .number)
    }
  }

  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }
    guard !isPlain else { return "\"\(text)\"" }
    var line = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": line += "\\\""
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      case _ where scalar.isObeyed:
        let digits = String(scalar.value, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line + "\""
  }
}

/// A value as an indented tree, with one line for each element or member.
enum TreeText {
  static func lines(
    _ value: DynamicValue, _ name: String? = nil, depth: Int = 0, paint: Paint = .plain,
    in language: HelpLanguage = .english
  ) -> [String] {
    let head =
      String(repeating: "  ", count: depth)
      + (name.map { "\(paint.quiet($0.printableLine)): " } ?? "")
    switch value {
    case .array(let elements) where !elements.isEmpty:
      return ["\(head)\(language.text(.elements(elements.count)))"]
        + elements.enumerated().flatMap {
          lines($1, "\($0)", depth: depth + 1, paint: paint, in: language)
        }
    case .object(let members) where !members.isEmpty:
      let rest = members.sorted { $0.key < $1.key }
        .flatMap {
          lines(
            $0.value, $0.key, depth: depth + (name == nil ? 0 : 1), paint: paint, in: language)
        }
      return name == nil ? rest : [String(head.dropLast())] + rest
    default: return [head + paint.value(value)]
    }
  }
}

extension Record.Format {
  /// Returns the value as text for files and programs, with lines neither cut nor wrapped.
  func text(of value: DynamicValue, in language: HelpLanguage = .english) -> String {
    lines(of: value, paint: .plain, columns: nil, in: language).joined(separator: "\n")
  }

  /// Returns the value as lines for a window of `columns` columns, escaped for a terminal.
  func lines(
    of value: DynamicValue, paint: Paint, columns: Int?, in language: HelpLanguage,
    _ cells: CellWidth = CellWidth()
  ) -> [String] {
    switch self {
    case .json: [JSONText.pretty(value, paint)]
    case .table:
      TableText(value, in: language)
        .lines(paint: paint, columns: columns, in: language, cells)
    case .tree: TreeText.lines(value, paint: paint, in: language)
    }
  }
}
