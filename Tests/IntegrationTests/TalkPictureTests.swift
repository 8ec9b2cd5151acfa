import Foundation
import REPLKit
import TerminalTestSupport
import Testing
import Workshop

/// The talks of the workshop, held from the first step to the last at a terminal.
///
/// What a step leaves on the screen is compared with a picture in `Tests/TalkPictures`. `Scripts/pictures` sets
/// `MVVM_PICTURES`, and the same talk draws the pictures anew.
@Suite(.ownThread) struct TalkPictureTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../TalkPictures").standardizedFileURL
  private static let isDrawing = ProcessInfo.processInfo.environment["MVVM_PICTURES"] != nil
  private static let talks = TalkList.workshop().talks

  let fixture: PromptFixture

  init() throws { fixture = try PromptFixture() }

  @Test(arguments: talks.map(\.id), [(80, 24), (100, 30)])
  func aTalkIsHeldFromItsFirstStepToItsLast(name: String, size: (Int, Int)) throws {
    let steps = try #require(Self.talks.first { $0.id == name }).steps.map(\.statements)
    let file = Self.folder.appending(path: "\(name)-\(size.0)x\(size.1).txt")
    let wanted = try Self.isDrawing ? [] : Self.pictures(in: file)
    let terminal = try fixture.start(["present", name], columns: size.0, rows: size.1)
    var pictures: [[String]] = []
    for (index, statements) in steps.enumerated() {
      let heading = "Step \(index + 1) of \(steps.count): "
      try terminal.wait(heading) { screen in
        screen.text.last == "❯" && screen.transcript.contains { $0.hasPrefix(heading) }
      }
      for statement in statements {
        terminal.type("\r")
        try terminal.wait(statement.text) { screen in
          Self.lines(of: screen, since: heading).joined().contains("❯ \(statement.text)")
            && Self.awaitsKey(screen)
        }
        let answer = Self.lines(of: terminal.screen, since: "❯ \(statement.text.prefix(60))")
        #expect(answer.count <= size.1, "the answer to \(statement.text) has scrolled away")
      }
      if Self.isDrawing {
        while terminal.read(for: 1500) {}
      } else if wanted.indices.contains(index) {
        do {
          try terminal.wait("the picture of step \(index + 1)") {
            Self.lines(of: $0, since: heading) == wanted[index]
          }
        } catch {
          #expect(Self.lines(of: terminal.screen, since: heading) == wanted[index])
          throw error
        }
      }
      let picture = Self.lines(of: terminal.screen, since: heading)
      pictures.append(picture)
      terminal.type("\t")
    }
    // The last Tab has left the talk.
    try terminal.wait("the end of the talk") { screen in
      screen.text.last == "❯"
        && screen.text.contains { $0.hasPrefix("Talk \(name), the end · ") }
    }
    try terminal.enter(":present stop")
    terminal.type(":quit\r")
    #expect(try terminal.waitForExit() == .status(0))
    #expect(terminal.isRestored)
    if Self.isDrawing {
      let text = pictures.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n\u{C}\n")
      try Data(text.utf8).write(to: file)
    } else {
      #expect(wanted.count == steps.count)
    }
  }

  /// Whether the prompt waits for the next statement, or for Tab at the end of the step.
  private static func awaitsKey(_ screen: ScreenEmulator) -> Bool {
    screen.text.last == "❯" || screen.text.last?.hasPrefix("The end of th") == true
  }

  /// What has been written since a step began, without what differs from run to run.
  private static func lines(of screen: ScreenEmulator, since heading: String) -> [String] {
    let lines = screen.transcript
    guard let start = lines.lastIndex(where: { $0.hasPrefix(heading) }) else { return [] }
    return lines[start...].map { line in
      line.replacing(#/ · \d+ min/#, with: " · … min")
        .replacing(#/  #\d+$/#, with: "  #…")
        .replacing(#/127\.0\.0\.1:\d+/#, with: "127.0.0.1:…")
        .replacing(#/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/#, with: "…")
    }
  }

  private static func pictures(in file: URL) throws -> [[String]] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n\u{C}\n").map { picture in
      picture.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }
}
