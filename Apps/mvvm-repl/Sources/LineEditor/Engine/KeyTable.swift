import CEditShim
import Foundation

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
      _ name: KeyBinding.Function, _ keys: [String], _ codes: [String],
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
      Binding(.enter, ["Enter"], ["^M", "^J"]) { editor, _ in
        unsafe perform(editor) { $0.enter() }
      },
      Binding(.newline, ["Alt-Enter"], [NamedKey.forcedEnter.code]) { editor, _ in
        unsafe perform(editor) { $0.insertNewline() }
      },
      Binding(.complete, ["Tab"], ["^I"]) { editor, _ in
        unsafe perform(editor) { $0.complete(forward: true) }
      },
      Binding(.completeBack, ["Shift-Tab"], [NamedKey.backTab.code]) { editor, _ in
        unsafe perform(editor) { $0.complete(forward: false) }
      },
      Binding(.dismiss, ["Esc"], [NamedKey.escape.code]) { editor, _ in
        unsafe perform(editor) { $0.dismiss() }
      },
      Binding(.pageUp, ["PageUp"], [NamedKey.pageUp.code]) { editor, _ in
        unsafe perform(editor) { $0.turnPage(forward: false) }
      },
      Binding(.pageDown, ["PageDown"], [NamedKey.pageDown.code]) { editor, _ in
        unsafe perform(editor) { $0.turnPage(forward: true) }
      },
      Binding(.search, ["Ctrl-R"], ["^R"]) { editor, _ in unsafe perform(editor) { $0.search() } },
      Binding(.searchOlder, [], []) { editor, _ in
        unsafe perform(editor) { $0.searchAgain(older: true) }
      },
      Binding(.searchNewer, [], []) { editor, _ in
        unsafe perform(editor) { $0.searchAgain(older: false) }
      },
    ]
  }

  private static var movement: [Binding] {
    [
      Binding(.up, ["Up", "Ctrl-P"], [NamedKey.up.code, "^P"]) { editor, _ in
        unsafe perform(editor) { $0.moveUp() }
      },
      Binding(.down, ["Down", "Ctrl-N"], [NamedKey.down.code, "^N"]) { editor, _ in
        unsafe perform(editor) { $0.moveDown() }
      },
      Binding(.left, ["Left", "Ctrl-B"], [NamedKey.left.code, "^B"]) { editor, _ in
        unsafe perform(editor) { $0.move { $0.boundary(before: $1) } }
      },
      Binding(.right, ["Right", "Ctrl-F"], [NamedKey.right.code, "^F"]) { editor, _ in
        unsafe perform(editor) { $0.moveRight() }
      },
      Binding(.wordLeft, ["Ctrl-Left", "Alt-Left"], [NamedKey.wordLeft.code]) { editor, _ in
        unsafe perform(editor) { $0.move { $0.wordStart(before: $1) } }
      },
      Binding(.wordRight, ["Ctrl-Right", "Alt-Right"], [NamedKey.wordRight.code]) { editor, _ in
        unsafe perform(editor) { $0.moveWordRight() }
      },
      Binding(.lineStart, ["Home", "Ctrl-A"], [NamedKey.home.code, "^A"]) { editor, _ in
        unsafe perform(editor) { $0.move { $0.lineStart(at: $1) } }
      },
      Binding(.lineEnd, ["End", "Ctrl-E"], [NamedKey.end.code, "^E"]) { editor, _ in
        unsafe perform(editor) { $0.moveToLineEnd() }
      },
    ]
  }

  private static var editing: [Binding] {
    [
      Binding(.backspace, ["Backspace"], ["^?", "^H"]) { editor, _ in
        unsafe perform(editor) { $0.deleteLeft() }
      },
      Binding(.delete, ["Delete"], [NamedKey.delete.code]) { editor, _ in
        unsafe perform(editor) { $0.deleteRight() }
      },
      Binding(.undo, ["Ctrl-_"], ["^_"]) { editor, _ in
        unsafe perform(editor) { $0.undoChange() }
      },
      Binding(.insert, [], [NamedKey.insert.code]) { editor, _ in
        unsafe perform(editor) { $0.insertTyped() }
      },
      Binding(.quote, ["Ctrl-V"], ["^V"]) { editor, _ in
        unsafe perform(editor) { $0.insertQuoted() }
      },
      Binding(.paste, [], [NamedKey.paste.code]) { editor, _ in
        unsafe perform(editor) { $0.insertPaste() }
      },
      Binding(.ignore, [], ["^S", "^Q"]) { editor, _ in unsafe perform(editor) { _ in } },
    ]
  }

  private static var program: [Binding] {
    [
      Binding(.explain, ["Alt-h", "Ctrl-X h"], ["^[h", "^Xh"]) { editor, _ in
        unsafe perform(editor) { $0.ask(.documentation) }
      },
      Binding(.evaluate, ["Alt-e", "Ctrl-X e"], ["^[e", "^Xe"]) { editor, _ in
        unsafe perform(editor) { $0.ask(.value) }
      },
      Binding(.panel, ["Alt-s", "Ctrl-X s"], ["^[s", "^Xs"]) { editor, _ in
        unsafe perform(editor) { $0.enterPanel() }
      },
      Binding(.interrupt, ["Ctrl-C"], ["^C"]) { editor, _ in
        unsafe perform(editor) { $0.interrupt() }
      },
      Binding(.end, ["Ctrl-D"], ["^D"]) { editor, _ in
        unsafe perform(editor) { $0.endOrDelete() }
      },
      Binding(.suspend, ["Ctrl-Z"], ["^Z"]) { editor, _ in
        unsafe perform(editor) { $0.suspend() }
      },
      Binding(.edit, ["Ctrl-X Ctrl-E"], ["^X^E"]) { editor, _ in
        unsafe perform(editor) { $0.editElsewhere() }
      },
      Binding(.clear, ["Ctrl-L"], ["^L"]) { editor, _ in
        unsafe perform(editor) { $0.clearScreen() }
      },
    ]
  }
}

private func perform(_ editor: OpaquePointer?, _ action: (EditorCore) -> Void) -> UInt8 {
  guard let editor = unsafe editor, let client = unsafe edit_client(editor) else {
    return UInt8(CC_ERROR)
  }
  let core = unsafe Unmanaged<EditorCore>.fromOpaque(client).takeUnretainedValue()
  core.effect = .refresh
  // A key that libedit has from itself, such as one that vi's `.` repeats, did not come by `nextKey`.
  core.takeNoteOfChange()
  action(core)
  return switch core.effect {
  case .refresh: UInt8(CC_REFRESH)
  case .hand: UInt8(CC_NEWLINE)
  case .end: UInt8(CC_EOF)
  }
}
