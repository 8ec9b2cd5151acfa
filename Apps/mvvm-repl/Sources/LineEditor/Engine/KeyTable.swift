import CEditShim

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The keys the editor defines on top of libedit's, and what they do.
enum KeyTable {
  @safe struct Binding {
    let name: String
    let purpose: String
    /// As people write them; empty for keys that no help page lists.
    let keys: [String]
    /// As `EL_BIND` takes them.
    let codes: [String]
    let function: edit_function

    // Safe to call: the pointer stays within libedit and `perform`, which checks it.
    @safe init(
      _ name: String, _ purpose: String, keys: [String], codes: [String],
      function: @escaping edit_function
    ) {
      self.name = name
      self.purpose = purpose
      self.keys = keys
      self.codes = codes
      unsafe self.function = unsafe function
    }
  }

  static var visible: [KeyBinding] {
    all.filter { !$0.keys.isEmpty }
      .map { KeyBinding(keys: $0.keys, purpose: $0.purpose, function: $0.name) }
  }

  static var all: [Binding] { entry + movement + editing + program }

  private static var entry: [Binding] {
    [
      Binding(
        "repl-enter", "run the entry, or start a new line while it is incomplete",
        keys: ["Enter"], codes: ["^M", "^J"]
      ) { editor, _ in unsafe perform(editor) { $0.enter() } },
      Binding(
        "repl-newline", "start a new line in any case", keys: ["Alt-Enter"],
        codes: [NamedKey.forcedEnter.code]
      ) { editor, _ in unsafe perform(editor) { $0.insertNewline() } },
      Binding(
        "repl-complete", "complete; again: next candidate", keys: ["Tab"],
        codes: ["^I"]
      ) { editor, _ in unsafe perform(editor) { $0.complete(forward: true) } },
      Binding(
        "repl-complete-back", "previous candidate", keys: ["Shift-Tab"],
        codes: [NamedKey.backTab.code]
      ) { editor, _ in unsafe perform(editor) { $0.complete(forward: false) } },
      Binding(
        "repl-dismiss", "close the menu, hide the suggestion", keys: ["Esc"],
        codes: [NamedKey.escape.code]
      ) { editor, _ in unsafe perform(editor) { $0.dismiss() } },
      Binding(
        "repl-page-up", "in the menu or an answer below: a page back", keys: ["PageUp"],
        codes: [NamedKey.pageUp.code]
      ) { editor, _ in unsafe perform(editor) { $0.turnPage(forward: false) } },
      Binding(
        "repl-page-down", "in the menu or an answer below: a page on", keys: ["PageDown"],
        codes: [NamedKey.pageDown.code]
      ) { editor, _ in unsafe perform(editor) { $0.turnPage(forward: true) } },
      Binding(
        "repl-search", "search through the history", keys: ["Ctrl-R"],
        codes: ["^R"]
      ) { editor, _ in unsafe perform(editor) { $0.search() } },
      Binding(
        "repl-search-older", "the next older entry that was searched for", keys: [], codes: []
      ) { editor, _ in unsafe perform(editor) { $0.searchAgain(older: true) } },
      Binding(
        "repl-search-newer", "the next newer entry that was searched for", keys: [], codes: []
      ) { editor, _ in unsafe perform(editor) { $0.searchAgain(older: false) } },
    ]
  }

  private static var movement: [Binding] {
    [
      Binding(
        "repl-up", "line above, or an earlier entry that starts the same",
        keys: ["Up", "Ctrl-P"], codes: [NamedKey.up.code, "^P"]
      ) { editor, _ in unsafe perform(editor) { $0.moveUp() } },
      Binding(
        "repl-down", "line below, or a later entry", keys: ["Down", "Ctrl-N"],
        codes: [NamedKey.down.code, "^N"]
      ) { editor, _ in unsafe perform(editor) { $0.moveDown() } },
      Binding(
        "repl-left", "one character left", keys: ["Left", "Ctrl-B"],
        codes: [NamedKey.left.code, "^B"]
      ) { editor, _ in unsafe perform(editor) { $0.moveLeft() } },
      Binding(
        "repl-right", "one character right; at the end: accept the suggestion",
        keys: ["Right", "Ctrl-F"], codes: [NamedKey.right.code, "^F"]
      ) { editor, _ in unsafe perform(editor) { $0.moveRight() } },
      Binding(
        "repl-word-left", "one word left", keys: ["Ctrl-Left", "Alt-Left"],
        codes: [NamedKey.wordLeft.code]
      ) { editor, _ in unsafe perform(editor) { $0.moveWordLeft() } },
      Binding(
        "repl-word-right", "one word right; at the end: accept a word",
        keys: ["Ctrl-Right", "Alt-Right"], codes: [NamedKey.wordRight.code]
      ) { editor, _ in unsafe perform(editor) { $0.moveWordRight() } },
      Binding(
        "repl-line-start", "start of the line", keys: ["Home", "Ctrl-A"],
        codes: [NamedKey.home.code, "^A"]
      ) { editor, _ in unsafe perform(editor) { $0.moveToLineStart() } },
      Binding(
        "repl-line-end", "end of the line; at the end: accept the suggestion",
        keys: ["End", "Ctrl-E"], codes: [NamedKey.end.code, "^E"]
      ) { editor, _ in unsafe perform(editor) { $0.moveToLineEnd() } },
    ]
  }

  private static var editing: [Binding] {
    [
      Binding(
        "repl-backspace", "delete the character to the left", keys: ["Backspace"],
        codes: ["^?", "^H"]
      ) { editor, _ in unsafe perform(editor) { $0.deleteLeft() } },
      Binding(
        "repl-delete", "delete the character to the right", keys: ["Delete"],
        codes: [NamedKey.delete.code]
      ) { editor, _ in unsafe perform(editor) { $0.deleteRight() } },
      Binding(
        "repl-undo", "take back the last change", keys: ["Ctrl-_"], codes: ["^_"]
      ) { editor, _ in unsafe perform(editor) { $0.undoChange() } },
      Binding(
        "repl-insert", "insert what was typed", keys: [],
        codes: [NamedKey.insert.code]
      ) { editor, _ in unsafe perform(editor) { $0.insertTyped() } },
      Binding(
        "repl-quote", "insert the next key as it is", keys: ["Ctrl-V"], codes: ["^V"]
      ) { editor, _ in unsafe perform(editor) { $0.insertQuoted() } },
      Binding(
        "repl-paste", "insert what was pasted", keys: [],
        codes: [NamedKey.paste.code]
      ) { editor, _ in unsafe perform(editor) { $0.insertPaste() } },
      Binding(
        "repl-ignore", "do nothing", keys: [],
        codes: ["^S", "^Q"]
      ) { editor, _ in unsafe perform(editor) { _ in .refresh } },
    ]
  }

  private static var program: [Binding] {
    [
      Binding(
        "repl-explain", "explain the name at the cursor, below the line",
        keys: ["Alt-h", "Ctrl-X h"],
        codes: ["^[h", "^Xh"]
      ) { editor, _ in unsafe perform(editor) { $0.ask(.documentation) } },
      Binding(
        "repl-evaluate", "show what the entry comes to, without running it",
        keys: ["Alt-e", "Ctrl-X e"],
        codes: ["^[e", "^Xe"]
      ) { editor, _ in unsafe perform(editor) { $0.ask(.value) } },
      Binding(
        "repl-panel", "go into the screen above the prompt, and out again",
        keys: ["Alt-s", "Ctrl-X s"],
        codes: ["^[s", "^Xs"]
      ) { editor, _ in unsafe perform(editor) { $0.enterPanel() } },
      Binding(
        "repl-interrupt", "drop the entry; close the menu", keys: ["Ctrl-C"],
        codes: ["^C"]
      ) { editor, _ in unsafe perform(editor) { $0.interrupt() } },
      Binding(
        "repl-end", "on an empty line: leave; else delete to the right",
        keys: ["Ctrl-D"], codes: ["^D"]
      ) { editor, _ in unsafe perform(editor) { $0.endOrDelete() } },
      Binding(
        "repl-suspend", "stop the program; fg in the shell goes on",
        keys: ["Ctrl-Z"], codes: ["^Z"]
      ) { editor, _ in unsafe perform(editor) { $0.suspend() } },
      Binding(
        "repl-edit", "edit the entry in VISUAL or EDITOR", keys: ["Ctrl-X Ctrl-E"],
        codes: ["^X^E"]
      ) { editor, _ in unsafe perform(editor) { $0.editElsewhere() } },
      Binding(
        "repl-clear", "clear the screen", keys: ["Ctrl-L"], codes: ["^L"]
      ) { editor, _ in unsafe perform(editor) { $0.clearScreen() } },
    ]
  }
}

private func perform(
  _ editor: OpaquePointer?, _ action: (EditorCore) -> EditorCore.Effect
) -> UInt8 {
  guard let editor = unsafe editor, let client = unsafe edit_client(editor) else {
    return UInt8(CC_ERROR)
  }
  let core = unsafe Unmanaged<EditorCore>.fromOpaque(client).takeUnretainedValue()
  return switch action(core) {
  case .refresh: UInt8(CC_REFRESH)
  case .hand: UInt8(CC_NEWLINE)
  case .end: UInt8(CC_EOF)
  }
}
