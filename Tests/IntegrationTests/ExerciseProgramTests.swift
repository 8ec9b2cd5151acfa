import Foundation
import Testing

/// The subcommand `exercises`, with a compiler that is missing or does not end.
@Suite struct ExerciseProgramTests {
  private let place: TemporaryFolder
  private var folder: URL { place.url }

  init() throws {
    place = try TemporaryFolder()
    let sources = place.url.appending(path: "Sources/Practice")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try Data().write(to: sources.appending(path: "Exercise1.swift"))
  }

  @Test(arguments: ["en", "zh"])
  func withoutACompilerItIsSaidHowToGetOne(language: String) async throws {
    let run = try await ProgramRun.run(
      ["exercises", "--once", "--in", folder.path, "--lang", language], data: folder,
      environment: ["PATH": "/nowhere"])
    #expect(run.status == 1)
    #expect(run.output.contains("https://www.swift.org/install/"), "\(run.output)")
    #expect(run.output.contains(language == "en" ? "to PATH" : "加入 PATH"), "\(run.output)")
  }

  /// The compiler would be asked in vain for each exercise alone.
  @Test func whyThePackageCannotBeBuiltIsSaid() async throws {
    let reason = "the package at '/no/such' cannot be accessed"
    let swift = folder.appending(path: "swift")
    try """
    #!/bin/sh
    echo "error: 'practice': error: \(reason)"
    echo "$*" >>"$FOLDER/calls"
    exit 1
    """.write(to: swift, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
    let run = try await ProgramRun.run(
      ["exercises", "--once", "--in", folder.path], data: folder,
      environment: ["PATH": "\(folder.path):/usr/bin:/bin", "FOLDER": folder.path])
    #expect(run.status == 1)
    #expect(run.output.contains("error: \(reason)"), "\(run.output)")
    let calls = try String(contentsOf: folder.appending(path: "calls"), encoding: .utf8)
    #expect(calls.split(separator: "\n").count == 1)
  }

  /// The time may be up before the compiler has been started, and then nobody opens what the others wait for.
  private static let runThatMayBeOverBefore =
    #""$0" "$@"; status=$?; : <>alive; : <>begun; exit $status"#

  /// A test run that went on would keep the package locked.
  ///
  /// The compiler here ends only by a signal, and so does the process that reads what nobody writes; the run is over when
  /// both have ended.
  @Test(.timeLimit(.minutes(10)), arguments: ["--timeout 5", "TERM", "INT", "HUP"])
  func whatTheExercisesHaveStartedEndsWithThem(end: String) async throws {
    let swift = folder.appending(path: "swift")
    // The program reads the output after it has noted the child, and a pipe holds less than this.
    try """
    #!/bin/sh
    head -c 300000 /dev/zero | tr '\\0' '\\n'
    exec 3>alive
    echo >begun
    exec cat never
    """.write(to: swift, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
    let isOver = end.hasPrefix("--")
    let run = try await ProgramRun.run(
      ["exercises", "--once", "--in", folder.path]
        + (isOver ? end.split(separator: " ").map(String.init) : []),
      data: folder,
      environment: ["PATH": "\(folder.path):/usr/bin:/bin", "FOLDER": folder.path],
      by: """
        cd "$FOLDER" && mkfifo alive begun never
        cat alive &
        (read line <begun; \(isOver ? "" : "kill -\(end) $$")) &
        \(isOver ? Self.runThatMayBeOverBefore : #"exec "$0" "$@""#)
        """)
    let status: Int32 = isOver ? 124 : ["TERM": 143, "INT": 130, "HUP": 129][end, default: 0]
    #expect(run.status == status, "\(run.errors)")
  }
}
