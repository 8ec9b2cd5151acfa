import Foundation
import HTTPTypes

extension Exchange {
  /// The key for coalescing: two reads are equal if they are sent alike and no write happened between them.
  struct Read: Hashable, Sendable {
    let request: Request
    let writes: Int
    private let texts: [String]

    init(_ request: Request, writes: Int = 0) {
      (self.request, self.writes, texts) = (request, writes, request.sentTexts)
    }

    /// Compares texts as they are sent: for Swift, texts with other bytes are equal if they look alike.
    static func == (left: Read, right: Read) -> Bool {
      left.writes == right.writes && left.request == right.request
        && left.texts.elementsEqual(right.texts) { $0.utf8.elementsEqual($1.utf8) }
    }

    /// Hashes only the address and the header values, in any order, because a call needs several hashes.
    func hash(into hasher: inout Hasher) {
      hasher.combine(request.host)
      hasher.combine(request.path)
      hasher.combine(request.query)
      hasher.combine(request.headers.reduce(0) { $0 ^ $1.value.hashValue })
    }
  }
}

extension Request {
  /// The texts of the address and the header values in the order of their names.
  fileprivate var sentTexts: [String] {
    [host ?? "", path, fixedQuery ?? ""] + query.flatMap { [$0.name, $0.value ?? ""] }
      + headers.sorted { $0.name.canonicalName < $1.name.canonicalName }.map(\.value)
  }
}
