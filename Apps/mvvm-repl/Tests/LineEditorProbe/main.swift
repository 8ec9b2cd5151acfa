import Dispatch
import LineEditor
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// A program around the line editor for the tests to drive: it completes a few names, answers every
// entry and obeys some commands. Settings come as NAME=VALUE arguments.

var settings: [String: String] = [:]
for argument in CommandLine.arguments.dropFirst() {
  let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
  settings[parts[0]] = parts.count > 1 ? parts[1] : ""
}

let symbols = [
  Completion("form.phone", kind: "var", detail: "String, two-way input"),
  Completion("form.password", kind: "var", detail: "String, secure"),
  Completion("form.output", kind: "get", detail: "Output 手机号"),
  Completion("form.clear()", kind: "cmd", detail: "empty both fields 清空"),
  Completion("watch", kind: "verb", detail: "show a value live"),
  Completion("手机号", kind: "var", detail: "a name in Chinese"),
]

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
configuration.acceptsSuggestion = { !$0.contains("gone") }
configuration.describe = { text, _ in text.hasSuffix("submit(") ? ["submit(retries: Int)"] : [] }

func sleepUntilInterrupted(_ editor: LineEditor) async {
  let (interrupts, continuation) = AsyncStream<Void>.makeStream()
  editor.onInterrupt = { continuation.yield() }
  editor.print("running")
  for await _ in interrupts { break }
  editor.onInterrupt = nil
  editor.print("interrupted")
}

/// Obeys a command; false ends the program.
func obey(_ text: String, _ editor: LineEditor) async -> Bool {
  let words = text.split(separator: " ").map(String.init)
  switch words.first {
  case "quit": return false
  case "run": await sleepUntilInterrupted(editor)
  case "suggest": editor.suggestNext("form.phone = \"186\"")
  case "crash": abort()
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

guard Terminal.standard.canEdit else {
  print("not a terminal")
  exit(3)
}
do {
  let editor = try LineEditor(configuration)
  reading: while true {
    switch try await editor.readEntry() {
    case .endOfInput: break reading
    case .text(let text):
      guard await obey(text, editor) else { break reading }
    }
  }
  editor.print("bye")
  editor.close()
} catch {
  print("\(error)")
  exit(1)
}
