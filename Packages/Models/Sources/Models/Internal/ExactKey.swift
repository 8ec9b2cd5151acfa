/// A key compared by its bytes, as JSON means it: RFC 8259 knows no two spellings of one text.
///
/// Swift's own comparison takes "é" and "e" with an accent for the same, and one of two members would be lost.
struct ExactKey: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ExactKey, right: ExactKey) -> Bool {
    // Equal bytes are equal text: the quick comparison sorts out nearly everything.
    left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
