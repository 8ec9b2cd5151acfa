/// An identifier compared by its UTF-8 bytes, as SQLite does.
///
/// Swift's own comparison would take the composed and the decomposed form of "é" for the same text.
struct ExactID: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ExactID, right: ExactID) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
