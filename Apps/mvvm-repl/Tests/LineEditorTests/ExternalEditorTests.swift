import Foundation
import TerminalTestSupport
import Testing

@testable import LineEditor

@Suite(.ownThread) struct ExternalEditorTests {
  /// A script in the place of an editor, and the command with which it is chosen.
  private func withEditor<Result>(
    _ script: String, chosenBy command: (_ path: String) -> String = { "sh \($0)" },
    _ body: (PseudoTerminal) throws -> Result
  ) throws -> Result {
    try withTemporaryFolder { folder in
      let path = "\(folder)/editor"
      try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
      let probe = try startProbe(
        environment: ["EDITOR": command(path), "VISUAL": "", "TMPDIR": folder])
      let result = try body(probe)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["editor"])
      return result
    }
  }

  @Test func entryComesBackChangedAndIsNotRun() throws {
    try withEditor("stty -a | grep -q ' echo ' && printf 'second 行\\n' >> \"$1\"") { terminal in
      terminal.type("first" + Keys.control("X") + Keys.control("E"))
      try terminal.wait("both lines") { $0.text == ["视图❯ first", "    … second 行"] }
      terminal.type("!\r")
      try terminal.wait("one entry") { $0.text.contains("=> 15 scalars, 2 lines") }
      #expect(!terminal.isRestored)
    }
  }

  @Test func failingEditorLeavesTheEntry() throws {
    try withEditor("echo gone > \"$1\"; exit 3") { terminal in
      terminal.type("first" + Keys.control("X") + Keys.control("E"))
      try terminal.wait("message and entry") {
        $0.text.suffix(2) == [
          "Editor: it ended with status 3; the entry is as it was.", "视图❯ first",
        ]
      }
    }
  }

  @Test func controlCInTheEditorIsTheEditors() throws {
    try withEditor("trap 'exit 0' INT; echo editing; while :; do sleep 0.02; done") { terminal in
      terminal.type("first" + Keys.control("X") + Keys.control("E"))
      try terminal.wait("editor runs") { $0.text.contains("editing") }
      terminal.type(Keys.control("C"))
      try terminal.wait("entry is back") { $0.text.last == "视图❯ first" }
    }
  }

  /// git runs its editor through the shell, too.
  @Test(arguments: [
    "WORDS='a b' sh FILE", "WORDS=\"a b\" 'sh' \"FILE\"", "WORDS=a\\ b X= sh FILE",
    "f() { WORDS='a b' sh FILE \"$1\"; }; f", "WORDS=`echo 'a b'` sh FILE",
    "WORDS=\"$(echo \"a b\")\" sh FILE", "WORDS=${NONE:-a b} sh FILE",
    "WORDS='a b' NONE= exec sh FILE", "export WORDS='a b'; command sh FILE",
  ])
  func commandIsTheShells(command: String) throws {
    try withEditor("printf '%s\\n' \"$WORDS\" > \"$1\"") {
      command.replacing("FILE", with: $0)
    } _: { terminal in
      terminal.type("first" + Keys.control("X") + Keys.control("E"))
      try terminal.wait("the variable") { $0.text == ["视图❯ a b"] }
    }
  }

  @Test func controlCEndsNoShellAroundTheEditor() throws {
    try withEditor("trap 'exit 0' INT; echo editing; while :; do sleep 0.02; done") {
      "true; sh \($0)"
    } _: { terminal in
      terminal.type("first" + Keys.control("X") + Keys.control("E"))
      try terminal.wait("editor runs") { $0.text.contains("editing") }
      terminal.type(Keys.control("C"))
      try terminal.wait("entry is back") { $0.text.last == "视图❯ first" }
      #expect(!terminal.screen.text.contains { $0.hasPrefix("Editor:") })
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func aSignalThatEndsTheProgramIsNotLostInTheEditor(_ signal: Int32) throws {
    try withEditor("kill -\(signal) $PPID; echo gone > \"$1\"") {
      "sh \($0)"
    } _: { terminal in
      terminal.type("first" + Keys.control("X") + Keys.control("E"))
      let exit = try terminal.waitForExit()
      #expect(exit == .signal(signal))
      #expect(terminal.isRestored)
    }
  }

  @Test func anotherEditorHasTheTerminalWhileNoEntryIsRead() throws {
    try withEditor("") { terminal in
      terminal.type("visit stty -a | grep -q ' echo ' \u{26}\u{26} exit 4; echo\r")
      try terminal.wait("its end") { $0.text.contains("status 4") }
      terminal.type("form.ph\t")
      try terminal.wait("the line is edited again") { $0.text.last == "视图❯ form.phone" }
    }
  }

  @Test(arguments: [
    ("vi", "+7 \"$1\""), ("/usr/bin/nano -w", "+7 \"$1\""), ("emacs -nw", "+7 \"$1\""),
    ("LC_ALL=C X='a b' vi", "+7 \"$1\""), ("'/opt/my editor/vi' -n", "+7 \"$1\""),
    ("\"/opt/my editor/nano\"", "+7 \"$1\""), ("/opt/my\\ editor/hx", "\"$1:7\""),
    ("code --wait", "--goto \"$1:7\""), ("hx", "\"$1:7\""), ("ed", "\"$1\""), ("", "\"$1\""),
  ])
  func eachKindIsToldItsLine(command: String, arguments: String) {
    #expect(ExternalEditor(command).arguments(at: 7) == arguments)
    #expect(ExternalEditor(command).arguments(at: nil) == "\"$1\"")
  }
}
