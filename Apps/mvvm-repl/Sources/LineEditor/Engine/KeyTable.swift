import CEditShim

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The keys the editor defines on top of libedit's, and what they do.
enum KeyTable {
  @safe struct Binding {
    let name: KeyBinding.Function
    /// As people write them; empty for keys that no help page lists.
    let keys: [String]
    /// As `EL_BIND` takes them.
    let codes: [String]
    let function: edit_function

    // Safe to call: the pointer stays within libedit and `perform`, which checks it.
    @safe init(
      _ name: KeyBinding.Function, keys: [String], codes: [String],
      function: @escaping edit_function
    ) {
      self.name = name
      self.keys = keys
      self.codes = codes
      unsafe self.function = unsafe function
    }
  }

  static var visible: [KeyBinding] {
    all.filter { !$0.keys.isEmpty }
      .map { KeyBinding(keys: $0.keys, function: $0.name) }
  }

  static var all: [Binding] { entry + movement + editing + program }

  private static var entry: [Binding] {
    [
      Binding(
        .enter, keys: ["Enter"], codes: ["^M", "^J"]
      ) { editor, _ in unsafe perform(editor) { $0.enter() } },
      Binding(
        .newline, keys: ["Alt-Enter"],
        codes: [NamedKey.forcedEnter.code]
      ) { editor, _ in unsafe perform(editor) { $0.insertNewline() } },
      Binding(
        .complete, keys: ["Tab"],
        codes: ["^I"]
      ) { editor, _ in unsafe perform(editor) { $0.complete(forward: true) } },
      Binding(
        .completeBack, keys: ["Shift-Tab"],
        codes: [NamedKey.backTab.code]
      ) { editor, _ in unsafe perform(editor) { $0.complete(forward: false) } },
      Binding(
        .dismiss, keys: ["Esc"],
        codes: [NamedKey.escape.code]
      ) { editor, _ in unsafe perform(editor) { $0.dismiss() } },
      Binding(
        .pageUp, keys: ["PageUp"],
        codes: [NamedKey.pageUp.code]
      ) { editor, _ in unsafe perform(editor) { $0.turnPage(forward: false) } },
      Binding(
        .pageDown, keys: ["PageDown"],
        codes: [NamedKey.pageDown.code]
      ) { editor, _ in unsafe perform(editor) { $0.turnPage(forward: true) } },
      Binding(
        .search, keys: ["Ctrl-R"],
        codes: ["^R"]
      ) { editor, _ in unsafe perform(editor) { $0.search() } },
      Binding(
        .searchOlder, keys: [], codes: []
      ) { editor, _ in unsafe perform(editor) { $0.searchAgain(older: true) } },
      Binding(
        .searchNewer, keys: [], codes: []
      ) { editor, _ in unsafe perform(editor) { $0.searchAgain(older: false) } },
    ]
  }

  private static var movement: [Binding] {
    [
      Binding(
        .up, keys: ["Up", "Ctrl-P"], codes: [NamedKey.up.code, "^P"]
      ) { editor, _ in unsafe perform(editor) { $0.moveUp() } },
      Binding(
        .down, keys: ["Down", "Ctrl-N"],
        codes: [NamedKey.down.code, "^N"]
      ) { editor, _ in unsafe perform(editor) { $0.moveDown() } },
      Binding(
        .left, keys: ["Left", "Ctrl-B"],
        codes: [NamedKey.left.code, "^B"]
      ) { editor, _ in unsafe perform(editor) { $0.moveLeft() } },
      Binding(
        .right, keys: ["Right", "Ctrl-F"], codes: [NamedKey.right.code, "^F"]
      ) { editor, _ in unsafe perform(editor) { $0.moveRight() } },
      Binding(
        .wordLeft, keys: ["Ctrl-Left", "Alt-Left"],
        codes: [NamedKey.wordLeft.code]
      ) { editor, _ in unsafe perform(editor) { $0.moveWordLeft() } },
      Binding(
        .wordRight, keys: ["Ctrl-Right", "Alt-Right"], codes: [NamedKey.wordRight.code]
      ) { editor, _ in unsafe perform(editor) { $0.moveWordRight() } },
      Binding(
        .lineStart, keys: ["Home", "Ctrl-A"],
        codes: [NamedKey.home.code, "^A"]
      ) { editor, _ in unsafe perform(editor) { $0.moveToLineStart() } },
      Binding(
        .lineEnd, keys: ["End", "Ctrl-E"], codes: [NamedKey.end.code, "^E"]
      ) { editor, _ in unsafe perform(editor) { $0.moveToLineEnd() } },
    ]
  }

  private static var editing: [Binding] {
    [
      Binding(
        .backspace, keys: ["Backspace"],
        codes: ["^?", "^H"]
      ) { editor, _ in unsafe perform(editor) { $0.deleteLeft() } },
      Binding(
        .delete, keys: ["Delete"],
        codes: [NamedKey.delete.code]
      ) { editor, _ in unsafe perform(editor) { $0.deleteRight() } },
      Binding(
        .undo, keys: ["Ctrl-_"], codes: ["^_"]
      ) { editor, _ in unsafe perform(editor) { $0.undoChange() } },
      Binding(
        .insert, keys: [],
        codes: [NamedKey.insert.code]
      ) { editor, _ in unsafe perform(editor) { $0.insertTyped() } },
      Binding(
        .quote, keys: ["Ctrl-V"], codes: ["^V"]
      ) { editor, _ in unsafe perform(editor) { $0.insertQuoted() } },
      Binding(
        .paste, keys: [],
        codes: [NamedKey.paste.code]
      ) { editor, _ in unsafe perform(editor) { $0.insertPaste() } },
      Binding(
        .ignore, keys: [],
        codes: ["^S", "^Q"]
      ) { editor, _ in unsafe perform(editor) { _ in .refresh } },
    ]
  }

  private static var program: [Binding] {
    [
      Binding(
        .explain, keys: ["Alt-h", "Ctrl-X h"],
        codes: ["^[h", "^Xh"]
      ) { editor, _ in unsafe perform(editor) { $0.ask(.documentation) } },
      Binding(
        .evaluate, keys: ["Alt-e", "Ctrl-X e"],
        codes: ["^[e", "^Xe"]
      ) { editor, _ in unsafe perform(editor) { $0.ask(.value) } },
      Binding(
        .panel, keys: ["Alt-s", "Ctrl-X s"], codes: ["^[s", "^Xs"]
      ) { editor, _ in unsafe perform(editor) { $0.enterPanel() } },
      Binding(
        .interrupt, keys: ["Ctrl-C"],
        codes: ["^C"]
      ) { editor, _ in unsafe perform(editor) { $0.interrupt() } },
      Binding(
        .end, keys: ["Ctrl-D"], codes: ["^D"]
      ) { editor, _ in unsafe perform(editor) { $0.endOrDelete() } },
      Binding(
        .suspend, keys: ["Ctrl-Z"], codes: ["^Z"]
      ) { editor, _ in unsafe perform(editor) { $0.suspend() } },
      Binding(
        .edit, keys: ["Ctrl-X Ctrl-E"],
        codes: ["^X^E"]
      ) { editor, _ in unsafe perform(editor) { $0.editElsewhere() } },
      Binding(
        .clear, keys: ["Ctrl-L"], codes: ["^L"]
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
