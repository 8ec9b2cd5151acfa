import Foundation
import LineEditor
import Synchronization

// A program around the line editor for the tests to drive: it completes a few names, answers every
// entry and obeys some commands. Settings come as NAME=VALUE arguments.

var settings: [String: String] = [:]
for argument in CommandLine.arguments.dropFirst() {
  let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
  settings[parts[0]] = parts.count > 1 ? parts[1] : ""
}

let symbols =
  [
    Completion("form.phone", kind: "var", detail: "String, two-way input"),
    Completion("form.password", kind: "var", detail: "String, secure"),
    Completion("form.output", kind: "get", detail: "Output 手机号"),
    Completion("form.clear()", kind: "cmd", detail: "empty both fields 清空"),
    Completion("watch", kind: "verb", detail: "show a value live"),
    Completion("手机号", kind: "var", detail: "a name in Chinese"),
  ] + (settings["many"] == nil ? [] : (1...30).map { Completion("word\($0)") })

var configuration = LineEditor.Configuration(
  program: "probe", prompt: settings["prompt"] ?? "视图❯ ")
configuration.continuationPrompt = "    … "
configuration.history = settings["history"].map {
  HistoryFile(path: $0, limit: Int(settings["limit"] ?? "") ?? 5000) { entry in
    entry.replacing("hunter2", with: "***")
  }
}
configuration.complete = { text, cursor in
  let before = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
  let start = before.lastIndex { !($0.isLetter || $0 == "." || $0 == "_") }
  let word = before[(start.map(before.index(after:)) ?? before.startIndex)...]
  return Completions(
    replacing: cursor - word.utf8.count..<cursor,
    with: symbols.filter { $0.text.hasPrefix(word) })
}
configuration.isComplete = { text in
  text.filter { "([{".contains($0) }.count <= text.filter { ")]}".contains($0) }.count
}
configuration.highlight = { text in
  var highlights: [Highlight] = []
  if text.hasPrefix("watch") { highlights.append(Highlight(0..<5, .keyword)) }
  if let open = text.utf8.firstIndex(of: UInt8(ascii: "\"")) {
    let start = text.utf8.distance(from: text.startIndex, to: open)
    highlights.append(Highlight(start..<text.utf8.count, .string))
  }
  return highlights
}
configuration.suggestion = { $0.contains("gone") ? nil : String($0.prefix { $0 != "…" }) }
configuration.answer = { @Sendable question, text, cursor in
  if text == "long" { return (1...30).map { "line \($0)" } }
  return text == "slow"
    ? await heldAnswer() : ["\(question) of \(text) at \(cursor)", "second line"]
}
configuration.takePanelKey = { key, isTypedAhead in
  if key == .character("z") { return .leaves(hint: isTypedAhead ? "typed ahead" : "typed now") }
  if key == .character("x") { _ = await heldAnswer() }
  if key == .character("y") {
    await secondHold()
    return .enters("form.password", shownAs: "form.password")
  }
  if key == .character("t") { return .types("t") }
  return key == .enter ? .enters("form.phone", shownAs: "form.phone") : .stays
}
configuration.doubtAboutEnd = { [doubt = settings["doubt"]] in doubt }
configuration.describe = { text, _ in text.hasSuffix("submit(") ? ["submit(retries: Int)"] : [] }

/// Each signal of a number from now on.
func catchSignals(
  _ number: Int32
) -> (signals: AsyncStream<Void>, source: any DispatchSourceSignal) {
  let (signals, continuation) = AsyncStream<Void>.makeStream()
  signal(number, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
  let isCatching = DispatchSemaphore(value: 0)
  source.setEventHandler { continuation.yield() }
  source.setRegistrationHandler { isCatching.signal() }
  source.activate()
  isCatching.wait()
  return (signals, source)
}

// Before there is a prompt, so that none is lost.
let (signals, signalSource) = catchSignals(SIGUSR1)
let (secondSignals, secondSource) = catchSignals(SIGUSR2)

/// Answers when SIGUSR1 comes.
func heldAnswer() async -> [String] {
  for await _ in signals { break }
  return ["too late"]
}

/// Goes on when SIGUSR2 comes.
func secondHold() async {
  for await _ in secondSignals { break }
}

/// Changes the panel with each SIGUSR1.
func beat(_ editor: LineEditor) {
  Task.detached {
    var count = 0
    editor.setPanel(["◉ count  0", "◉ 手机号  0"])
    for await _ in signals {
      count += 1
      editor.setPanel(["◉ count  \(count)", "◉ 手机号  \(count * count)"])
    }
  }
}

func sleepUntilInterrupted(_ editor: LineEditor) async {
  let (interrupts, continuation) = AsyncStream<Void>.makeStream()
  editor.onInterrupt = { continuation.yield() }
  editor.print("running")
  for await _ in interrupts { break }
  editor.onInterrupt = nil
  editor.print("interrupted")
}

/// Has two tasks read at once.
func readTwice(_ editor: LineEditor) async {
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<2 {
      group.addTask {
        do throws(LineEditorError) {
          _ = try await editor.readEntry()
        } catch {
          editor.print("\(error.code): \(error)")
        }
      }
    }
  }
}

/// Reads what has been typed when SIGUSR1 comes, and leaves the other keys in the terminal until SIGUSR2 comes.
func leaveKeys(_ editor: LineEditor) async {
  editor.print("working")
  _ = await heldAnswer()
  editor.leavesKeys = true
  while case .text(let text)? = try? await editor.readEntry() { editor.print("read \(text)") }
  editor.print("draft \(editor.draft?.text ?? "none")")
  await secondHold()
  editor.leavesKeys = false
}

/// Prints from four threads at once.
func flood(_ editor: LineEditor) async {
  await withTaskGroup(of: Void.self) { group in
    for thread in 0..<4 {
      group.addTask {
        for line in 0..<100 { editor.print("thread \(thread) line \(line)") }
      }
    }
  }
}

/// Cancels the next reading when SIGUSR1 comes.
func cancelNext(_ editor: LineEditor) async {
  let reading = Task { try await editor.readEntry() }
  for await _ in signals { break }
  reading.cancel()
  if case .failure(let error) = await reading.result, let error = error as? LineEditorError {
    editor.print("\(error.code)")
  }
}

/// Cancels readings from another thread at whatever moment that comes; each of them ends.
func cancelOften(_ editor: LineEditor) async {
  for _ in 0..<3_000 {
    let reading = Task { try await editor.readEntry() }
    let cancelling = Task.detached { reading.cancel() }
    _ = await reading.result
    await cancelling.value
  }
  editor.print("all were cancelled")
}

/// Obeys a command; false ends the program.
func obey(_ text: String, _ editor: LineEditor) async -> Bool {
  let words = text.split(separator: " ").map(String.init)
  switch words.first {
  case "quit": return false
  case "run": await sleepUntilInterrupted(editor)
  case "hold":
    editor.print("holding")
    _ = await heldAnswer()
  case "suggest": editor.suggestNext("form.phone = \"186\"")
  case "crash": abort()
  case "cancel-next": await cancelNext(editor)
  case "cancel-often": await cancelOften(editor)
  case "read-twice": await readTwice(editor)
  case "leave-keys": await leaveKeys(editor)
  case "flood": await flood(editor)
  case "pour":
    let filling = String(repeating: ".", count: 100)
    for line in 0..<15_000 { editor.print("\(filling) \(line)") }
  case "ask":
    if case .text(let answer)? = try? await editor.readAnswer(to: "size? ") {
      editor.print("answer \(answer)")
    } else {
      editor.print("left")
    }
  case "enter": _ = try? await editor.readEntry(typed: "form.phone")
  case "visit":
    let status = await editor.edit(
      "file", at: 3, with: ExternalEditor(words.dropFirst().joined(separator: " ")))
    editor.print("status \(status)")
  case "second":
    do throws(LineEditorError) {
      _ = try LineEditor(LineEditor.Configuration(program: "probe", prompt: "> "))
    } catch {
      editor.print("\(error.code)")
    }
  case "theme": editor.setLook(LineEditor.Look(theme: Theme([.plain: "1"]), ambiguousCells: 2))
  case "mistake": editor.setMistake(at: words.dropFirst().first.flatMap { Int($0) } ?? 0)
  case "beat": beat(editor)
  case "exit": exit(7)
  case "panel":
    editor.setPanel(Array(words.dropFirst()))
  case "tick":
    let count = Int(words.dropFirst().first ?? "") ?? 3
    let ready = Mutex(0)
    Task.detached {
      for index in 1...count {
        try? await Task.sleep(for: .milliseconds(50))
        editor.print("tick \(index) 登录")
        ready.withLock { $0 = index }
      }
    }
  default:
    editor.print(
      "=> \(text.unicodeScalars.count) scalars, \(text.split(separator: "\n").count) lines")
    editor.print(String(reflecting: text))
  }
  return true
}

/// Reads and obeys until the person leaves.
func converse(_ editor: LineEditor) async throws(LineEditorError) {
  while case .text(let text) = try await editor.readEntry() {
    guard await obey(text, editor) else { return }
  }
}

guard Terminal.standard.canEdit else {
  print("not a terminal")
  exit(3)
}
let conversation = configuration
let isFinished = DispatchSemaphore(value: 0)
// Not an asynchronous main: valgrind cannot follow the way Dispatch parks the main thread.
Task.detached {
  do throws(LineEditorError) {
    let editor = try LineEditor(conversation)
    try await converse(editor)
    editor.print("bye")
    editor.close()
  } catch {
    print("\(error)")
    exit(1)
  }
  isFinished.signal()
}
isFinished.wait()
