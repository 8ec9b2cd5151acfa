import Testing

/// A page that hears of its view in several ways, and is drawn in regions.
@MainActor
@Suite struct BookDeskTests {
  // S05, S08: by delegate, closure, signal, bus and region, with one result.
  @Test(arguments: ["delegate", "closure", "signal", "bus", "region"])
  func everyWayOpensTheBook(way: String) async {
    let lines = await said(
      "let desk = BookDesk()", "desk.way = .\(way)", #"desk.tap("Dune")"#, #"desk.tap("Emma")"#,
      "desk.opened")
    #expect(lines.last == #"["Dune", "Emma"]"#, "\(lines)")
  }

  @Test func theRegionsDrawTheirPartsOfTheScreen() async {
    let lines = await said(
      "let desk = BookDesk()", "desk.way = .region", #"desk.tap("Emma")"#, ":screen desk")
    let screen = lines.drop { !$0.hasPrefix(" Desk") }
    #expect(screen.contains { $0.contains("Dune") && !$0.contains("✓") }, "\(lines)")
    #expect(screen.contains { $0.contains("Emma") && $0.hasSuffix("✓") }, "\(lines)")
    #expect(screen.contains("  1 open"), "\(lines)")
  }
}
