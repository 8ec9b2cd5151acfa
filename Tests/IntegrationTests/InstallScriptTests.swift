import Foundation
import ProcessTestSupport
import Testing

/// `Scripts/install`, with a stand-in for the bundle that it would build for minutes.
@Suite struct InstallScriptTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs commands in a folder with the script and the stand-in, and returns what they print.
  private func run(_ commands: String) async throws -> String {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Scripts/install").standardized.path
    let run = try await FinishedProcess(
      running: "/bin/bash",
      [
        "-euc",
        """
        mkdir -p Scripts tree/name/bin tree/name/lib/mvvm-repl
        cp "$0" Scripts/install
        printf '#!/bin/sh\necho hello\n' >tree/name/bin/mvvm-repl
        chmod 755 tree/name/bin/mvvm-repl
        touch tree/name/lib/mvvm-repl/a.so
        tar -C tree -czf tree.tar.gz name
        printf '#!/bin/sh\necho "%s"\n' "$PWD/tree.tar.gz" >Scripts/bundle
        chmod 755 Scripts/bundle
        mode() { ls -ld "$1" | cut -c 1-10; }
        \(commands)
        """, script,
      ], in: folder.url)
    #expect(run.isSuccess, "\(String(decoding: run.errors, as: UTF8.self))")
    return String(decoding: run.output, as: UTF8.self)
  }

  @Test func foldersThatExistStayAsTheyAreAndEverybodyMayUseTheRest() async throws {
    let told = try await run(
      """
      mkdir -m 700 'my prefix' 'my prefix/bin'
      umask 077
      CDPATH=/tmp Scripts/install --prefix 'my prefix' >place
      mode 'my prefix'; mode 'my prefix/bin'; mode 'my prefix/lib/mvvm-repl'
      mode 'my prefix/lib/mvvm-repl/a.so'; mode 'my prefix/bin/mvvm-repl'
      "$(cat place)"
      """)
    #expect(
      told == """
        drwx------
        drwx------
        drwxr-xr-x
        -rw-r--r--
        -rwxr-xr-x
        hello

        """)
  }

  @Test func whereItCannotBeWrittenOnlyTheCopyingIsDoneWithSudo() async throws {
    // Root may write everywhere, so that the script is told that nothing can be written.
    let told = try await run(
      """
      mkdir bin
      printf '#!/bin/sh\necho sudo: "$1" >&2\nexec "$@"\n' >bin/sudo
      chmod 755 bin/sudo
      sed -i.old 's/\\[ ! -w /[ -d /' Scripts/install
      PATH=$PWD/bin:$PATH Scripts/install --prefix there 2>log
      cat log
      """)
    #expect(told.hasSuffix("/there/bin/mvvm-repl\nsudo: bash\n"), "\(told)")
  }

  @Test func theWholeScriptIsNotRunBySudo() async throws {
    let told = try await run(
      """
      mkdir bin
      printf '#!/bin/sh\necho 0\n' >bin/id
      chmod 755 bin/id
      SUDO_USER=somebody PATH=$PWD/bin:$PATH Scripts/install --prefix there 2>&1 || true
      ls -d there || true
      """)
    #expect(told.hasPrefix("install: start it without sudo"), "\(told)")
  }
}
