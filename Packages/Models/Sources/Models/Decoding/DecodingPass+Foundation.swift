#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The types that Foundation's decoder also treats in its own way.
extension DecodingPass {
  func date(_ entry: Int, _ path: PathNode) throws -> Date {
    let examples = options.dates.map(\.example).joined(separator: " or ")
    switch document.kind(of: entry) {
    case .string:
      let text = document.string(entry)
      for format in options.dates { if let date = format.date(from: text) { return date } }
      try fail(
        .invalidValue, entry, path, expected: "a date as \(examples)",
        remedy: "Write a day that exists, as \(examples).")
    case .number:
      let number = document.scalar(entry)?.double ?? 0
      for format in options.dates { if let date = format.date(from: number) { return date } }
      _ = try expect(.string, "a date as \(examples)", entry, path)
    default: _ = try expect(.string, "a date as \(examples)", entry, path)
    }
    return Date(timeIntervalSince1970: 0)
  }

  func url(_ entry: Int, _ path: PathNode) throws -> URL {
    guard try expect(.string, "a URL as a string", entry, path) else { throw Abandoned() }
    let text = document.string(entry)
    if let url = URL(string: text), !text.isEmpty { return url }
    let trimmed = text.filter { !$0.isWhitespace }
    if options.convertsScalars, !trimmed.isEmpty, let url = URL(string: trimmed) {
      note(
        .invalidValue, entry, path, expected: "a URL", remedy: "Remove the white space.",
        effect: .converted)
      return url
    }
    try fail(
      .invalidValue, entry, path, expected: "a URL",
      remedy: "Write a whole URL, or leave the key out.")
    throw Abandoned()
  }

  func base64(_ entry: Int, _ path: PathNode) throws -> Data {
    guard try expect(.string, "base64 as a string", entry, path) else { return Data() }
    if let data = Data(base64Encoded: document.string(entry)) { return data }
    try fail(
      .invalidValue, entry, path, expected: "base64",
      remedy: "Encode the bytes by RFC 4648, with padding.")
    return Data()
  }

  func decimal(_ entry: Int, _ path: PathNode) throws -> Decimal {
    guard document.kind(of: entry) == .number else {
      return try converted(Decimal.converted, .number, "a number", entry, path) ?? 0
    }
    if let value = document.scalar(entry)?.number?.decimal { return value }
    try fail(
      .invalidValue, entry, path, expected: "a decimal number",
      remedy: "Send at most 38 digits, and a power of ten from -128 to 127.")
    return 0
  }
}
