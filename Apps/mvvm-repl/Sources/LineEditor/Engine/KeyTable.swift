import CEditShim
import Foundation

/// The keys the editor defines on top of libedit's, and what they do.
enum KeyTable {
  struct Binding: Sendable {
    let name: KeyBinding.Function
    /// The keys in the form that people write; empty for keys that no help page lists.
    let keys: [String]
    /// The keys in the form that `EL_BIND` takes.
    let codes: [String]
    let action: @Sendable (EditorCore) -> Void

    init(
      _ name: KeyBinding.Function, _ keys: [String], _ codes: [String],
      action: @escaping @Sendable (EditorCore) -> Void
    ) {
      (self.name, self.keys, self.codes, self.action) = (name, keys, codes, action)
    }
  }

  static var visible: [KeyBinding] {
    all.filter { !$0.keys.isEmpty }
      .map { KeyBinding(keys: $0.keys, function: $0.name) }
  }

  /// In the order of the places by which libedit calls them.
  static let all: [Binding] = [
    Binding(.enter, ["Enter"], ["^M", "^J"]) { $0.enter() },
    Binding(.newline, ["Alt-Enter"], [NamedKey.forcedEnter.code]) { $0.insertNewline() },
    Binding(.complete, ["Tab"], ["^I"]) { $0.complete(forward: true) },
    Binding(.completeBack, ["Shift-Tab"], [NamedKey.backTab.code]) {
      $0.complete(forward: false)
    },
    Binding(.dismiss, ["Esc"], [NamedKey.escape.code]) { $0.dismiss() },
    Binding(.pageUp, ["PageUp"], [NamedKey.pageUp.code]) { $0.turnPage(forward: false) },
    Binding(.pageDown, ["PageDown"], [NamedKey.pageDown.code]) { $0.turnPage(forward: true) },
    Binding(.search, ["Ctrl-R"], ["^R"]) { $0.search() },
    Binding(.searchOlder, [], []) { $0.searchAgain(older: true) },
    Binding(.searchNewer, [], []) { $0.searchAgain(older: false) },
    Binding(.up, ["Up", "Ctrl-P"], [NamedKey.up.code, "^P"]) { $0.moveUp() },
    Binding(.down, ["Down", "Ctrl-N"], [NamedKey.down.code, "^N"]) { $0.moveDown() },
    Binding(.left, ["Left", "Ctrl-B"], [NamedKey.left.code, "^B"]) {
      $0.move { $0.boundary(before: $1) }
    },
    Binding(.right, ["Right", "Ctrl-F"], [NamedKey.right.code, "^F"]) { $0.moveRight() },
    Binding(.wordLeft, ["Ctrl-Left", "Alt-Left"], [NamedKey.wordLeft.code]) {
      $0.move { $0.wordStart(before: $1) }
    },
    Binding(.wordRight, ["Ctrl-Right", "Alt-Right"], [NamedKey.wordRight.code]) {
      $0.moveWordRight()
    },
    Binding(.lineStart, ["Home", "Ctrl-A"], [NamedKey.home.code, "^A"]) {
      $0.move { $0.lineStart(at: $1) }
    },
    Binding(.lineEnd, ["End", "Ctrl-E"], [NamedKey.end.code, "^E"]) { $0.moveToLineEnd() },
    Binding(.backspace, ["Backspace"], ["^?", "^H"]) { $0.deleteLeft() },
    Binding(.delete, ["Delete"], [NamedKey.delete.code]) { $0.deleteRight() },
    Binding(.undo, ["Ctrl-_"], ["^_"]) { $0.undoChange() },
    Binding(.insert, [], [NamedKey.insert.code]) { $0.insertTyped() },
    Binding(.quote, ["Ctrl-V"], ["^V"]) { $0.insertQuoted() },
    Binding(.paste, [], [NamedKey.paste.code]) { $0.insertPaste() },
    Binding(.ignore, [], ["^S", "^Q"]) { _ in },
    Binding(.explain, ["Alt-h", "Ctrl-X h"], ["^[h", "^Xh"]) { $0.ask(.documentation) },
    Binding(.evaluate, ["Alt-e", "Ctrl-X e"], ["^[e", "^Xe"]) { $0.ask(.value) },
    Binding(.panel, ["Alt-s", "Ctrl-X s"], ["^[s", "^Xs"]) { $0.enterPanel() },
    Binding(.interrupt, ["Ctrl-C"], ["^C"]) { $0.interrupt() },
    Binding(.end, ["Ctrl-D"], ["^D"]) { $0.endOrDelete() },
    Binding(.endEmpty, [], []) { if $0.engine.entry.text.isEmpty { $0.endInput() } },
    Binding(.leave, [], []) { $0.endInput() },
    Binding(.suspend, ["Ctrl-Z"], ["^Z"]) { $0.suspend() },
    Binding(.edit, ["Ctrl-X Ctrl-E"], ["^X^E"]) { $0.editElsewhere() },
    Binding(.clear, ["Ctrl-L"], ["^L"]) { $0.clearScreen() },
  ]
}

/// Does what the binding at a place of the table says.
func perform(_ editor: OpaquePointer?, _ place: Int32) -> UInt8 {
  guard let editor = unsafe editor, let client = unsafe edit_client(editor) else {
    return UInt8(CC_ERROR)
  }
  let core = unsafe Unmanaged<EditorCore>.fromOpaque(client).takeUnretainedValue()
  core.effect = .refresh
  // Some keys come from libedit itself, such as those that vi's `.` repeats, and not through `nextKey`.
  core.takeNoteOfChange()
  KeyTable.all[Int(place)].action(core)
  return switch core.effect {
  case .refresh: UInt8(CC_REFRESH)
  case .hand: UInt8(CC_NEWLINE)
  case .end: UInt8(CC_EOF)
  }
}
