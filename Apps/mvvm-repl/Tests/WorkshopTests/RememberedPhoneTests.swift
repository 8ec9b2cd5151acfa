import Testing

/// What the form keeps by itself is there for the next line, however fast that comes.
@MainActor
@Suite struct RememberedPhoneTests {
  @Test func theNextLineReadsThePhoneThatWasKept() async {
    for _ in 0..<20 {
      let lines = await said(
        "let form = LoginForm(); form.phone = \"18612345678\"", "form.rememberedPhone")
      #expect(lines.last == "\"18612345678\"")
    }
  }
}
