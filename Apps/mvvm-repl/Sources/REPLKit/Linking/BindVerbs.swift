extension Verb {
  static let bind = Verb(
    name: "bind",
    uses: [
      Use("bind a.phone <-> b.phone", "keep two members equal; -> one way", "让两个成员保持相等；-> 为单向"),
      Use("bind", "what is bound, by number", "列出现有的绑定，带编号"),
      Use(
        "bind total -> a.count", "a derived value, or a var", "来源可以是派生值或变量"),
      Use(
        "bind a.phone -> b.phone via trimmed", "changed on its way by a converter, here trimmed",
        "途中由转换器改变，这里是 trimmed"),
    ],
    topics: [.bind], place: .observable,
    continuations: [
      Continuation("-> ", Message("one way", "单向")),
      Continuation("<-> ", Message("both ways", "双向")),
    ]
  ) { parser throws(Diagnostic) in try parser.bind() }

  /// The continuation after the arrow of a `bind`.
  static let via = Continuation("via ", Message("changed on its way", "途中改变"))

  static let unbind = Verb(
    name: "unbind",
    uses: [
      Use("unbind #1", "end a binding; also a.phone, all", "结束绑定；也可写 a.phone、all"),
      Use("unbind a.phone -> b.phone", "the one between two paths", "结束两个路径之间的绑定"),
    ],
    topics: [.bind], place: .bound
  ) { parser throws(Diagnostic) in
    let selection = try parser.selection(
      .write("unbind #1", "unbind a.phone -> b.phone", "unbind all"))
    if case .target(let first) = selection, parser.at("<->") || parser.at("->") {
      let linking = try parser.linking(from: first)
      let span = first.span.joined(linking.converter?.span ?? linking.second.span)
      return VerbStatement(first, linking.second) { [linking] session, _ throws(Diagnostic) in
        try session.links.unbind(linking, at: span)
      }
    }
    return VerbStatement(selection.expressions) { session, _ throws(Diagnostic) in
      try session.links.unbind(selection)
    }
  }
}

/// A binding as it was typed: `form.phone -> other.name via uppercased`.
struct Linking: Sendable {
  var first: Expression
  var second: Expression
  var isTwoWay: Bool
  /// The converter of the transferred values.
  var converter: (converter: Converter, span: Span)?
}
