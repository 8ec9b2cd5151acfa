/// The words that completion offers, with what they do in a few words.
extension Help {
  /// A word with which a statement can begin.
  struct FirstWord {
    let name: String
    let kind: String
    let text: String
    /// Whether something must follow.
    let isOpen: Bool

    init(_ name: String, _ text: String, kind: String = "verb", isOpen: Bool = true) {
      (self.name, self.text, self.kind, self.isOpen) = (name, text, kind, isOpen)
    }

    var insertion: String { isOpen ? name + " " : name }
  }

  static let firstWords = [
    FirstWord("let", "name a view-model or a value", kind: "decl"),
    FirstWord("watch", "show a value whenever it changes"),
    FirstWord("unwatch", "stop watching"),
    FirstWord("bind", "keep two members equal"),
    FirstWord("unbind", "end a binding"),
    FirstWord("decode", "a document as a model"),
    FirstWord("expect", "stop a script unless it is so"),
    FirstWord("why", "what a value follows from"),
    FirstWord("whatif", "what would change"),
    FirstWord("undo", "take the last change back", isOpen: false),
    FirstWord("redo", "do again what was undone", isOpen: false),
    FirstWord("wait", "for a time, or until something is so"),
    FirstWord("advance", "move the manual clock"),
  ]

  /// What may go on with a statement, by its verb.
  nonisolated static let continuations: [String: [(insertion: String, text: String)]] = [
    "watch": [
      ("when ", "only while this is true"), ("every ", "at most once in this time"),
      ("as table", "a row for each value"), ("as marbles", "changes on a line of time"),
      ("as spark", "numbers as a small curve"),
    ],
    "bind": [("-> ", "one way"), ("<-> ", "both ways")],
    "bind ->": [("via ", "changed on its way")],
    "expect": [
      ("within ", "or becomes so in this time"), ("emits ", "these values, in this order"),
      ("marbles ", "the picture of its changes"),
    ],
    "decode": [("from ", "the document"), ("lossy from ", "dropping what does not fit")],
    "wait": [("until ", "something is so"), ("within ", "or it is a mistake")],
  ]

  /// What a display filter does, with an example.
  func text(ofFilter name: String) -> String {
    let known = Self.filters.first { $0.name == name }
    return known.map { language.text("filter.\($0.name)", $0.text) } ?? ""
  }

  static let filters = [
    (name: "count", text: "how many elements, members or characters"),
    (name: "csv", text: "comma-separated values, for a spreadsheet"),
    (name: "first", text: "the first elements: first 3; 10 unless told"),
    (name: "grep", text: "the elements that contain a text: grep \"fog\""),
    (name: "json", text: "as JSON"),
    (name: "last", text: "the last elements: last 3; 10 unless told"),
    (name: "copy", text: "to the terminal's clipboard"),
    (name: "page", text: "20 lines of it: page 2"),
    (name: "reversed", text: "the other way round"),
    (name: "sort", text: "in order, or by a member: sort price"),
    (name: "table", text: "as a table with a row for each element"),
    (name: "tree", text: "indented, one member a line"),
  ]
}
