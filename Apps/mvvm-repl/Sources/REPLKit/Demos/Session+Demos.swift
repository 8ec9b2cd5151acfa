extension Session {
  /// Registers demos for `:demos` and `:demo NAME`, behind the demos that were registered before.
  ///
  /// A demo replaces an earlier one with the same name.
  public func offer(_ demos: [Demo]) {
    let names = Set(demos.map(\.name))
    host.demos.removeAll { names.contains($0.name) }
    host.demos += demos
    add(
      ToolCommand(
        "demo", synonyms: ["demos"], .learn,
        "the demos; :demo \(demos.first?.name ?? "") opens one",
        "演示；:demo \(demos.first?.name ?? "") 打开一个", takes: .text(host.demos.map(\.name)),
        isRecorded: false, isOwn: false
      ) { session, name, _ in
        guard !name.isEmpty else { return session.list(session.host.demos) }
        try await session.open(demo: name)
      }.explaining { [demos = host.demos] language in
        Dictionary(uniqueKeysWithValues: demos.map { ($0.name, $0.summary.text(in: language)) })
      })
  }

  private func list(_ demos: [Demo]) {
    emit(.page(title: .demos, rows: demos.map { ($0.name, $0.summary.text(in: language)) }))
  }

  /// Runs the statements that open a demo, without showing view-models, values and plain output.
  ///
  /// For a word of summaries, in either language, it lists these demos.
  private func open(demo name: String) async throws {
    guard let demo = host.demos.first(where: { $0.name == name }) else {
      let found = host.demos.filter { $0.summary.has(word: name) }
      guard !found.isEmpty, name.nearestWord(among: host.demos.map(\.name)) == nil else {
        throw Message.noDemo(name)
      }
      return list(found)
    }
    let opening = demo.opening.joined(separator: "\n")
    showStatements(opening)
    try await voice.telling { record in
      switch record {
      case .viewModel, .value, .output: false
      default: true
      }
    } of: { () async throws(Diagnostic) in
      try await self.perform(ParsedText(opening))
    }
    let rows = demo.first.map { ($0.statement, $0.text.text(in: language)) }
    emit(.page(title: .typeFirst, rows: rows))
    host.demoLine = demo.first.first?.statement
  }

  /// Returns the first line to type in a demo that has just been opened, once; `nil` otherwise.
  public func takeDemoLine() -> String? {
    defer { host.demoLine = nil }
    return host.demoLine
  }
}
