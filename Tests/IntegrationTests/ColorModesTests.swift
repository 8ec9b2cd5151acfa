import Foundation
import Testing

/// Whether the program without a terminal writes colours.
@Suite struct ColorModesTests {
  private let place: TemporaryFolder
  private var folder: URL { place.url }

  init() throws { place = try TemporaryFolder() }

  @Test(
    arguments: [
      (["FORCE_COLOR": "1"], true), (["CLICOLOR_FORCE": "1"], true), (["FORCE_COLOR": "0"], false),
      (["NO_COLOR": "1", "FORCE_COLOR": "1"], false), ([:], false),
    ] as [([String: String], Bool)])
  func theEnvironmentAsksForColours(environment: [String: String], isWanted: Bool) async throws {
    let none = ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"].map { ($0, "") }
    let variables = environment.merging(none) { asked, _ in asked }
    let run = try await ProgramRun.run(["-e", ":types"], data: folder, environment: variables)
    #expect(run.output.contains("\u{1B}[") == isWanted)
  }

  @Test func aThemeColoursWhatIsForcedToHaveColours() async throws {
    let words = ["--color", "always", "-e", "let f = LoginForm()"]
    let mono = try await ProgramRun.run(words + ["--theme", "mono"], data: folder)
    #expect(mono.output.contains("\u{1B}[1m") && !mono.output.contains("\u{1B}[34m"))
    let wrong = try await ProgramRun.run(["--theme", "neon"], data: folder)
    #expect(wrong.status == 2 && wrong.errors.contains("neon"))
  }
}
