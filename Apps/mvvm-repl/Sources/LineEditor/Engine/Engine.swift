import CEditShim
import Foundation

/// A wrapper of libedit, which handles key bindings, the typed text, kill and yank, but draws nothing.
///
/// Used on the editor's thread only.
@safe final class Engine {
  private let editor: OpaquePointer
  /// libedit's units for the characters.
  private var characters = CharacterUnits()
  /// libedit's text when the characters were joined last.
  private var known: [wchar_t] = []

  init(program: String, terminal: Terminal) throws(LineEditorError) {
    guard edit_use_utf8() else {
      throw LineEditorError(
        .systemRefused, "The line editor needs a UTF-8 locale: set LC_CTYPE to C.UTF-8.")
    }
    guard let editor = unsafe edit_open(program, terminal.input, terminal.output) else {
      throw .system("cannot start libedit")
    }
    unsafe self.editor = unsafe editor
  }

  /// Connects the core, whose `nextKey` supplies libedit with keys, and binds the keys.
  func connect(_ core: EditorCore) {
    unsafe edit_set_client(editor, Unmanaged.passUnretained(core).toOpaque())
    unsafe edit_set_reader(editor) { editor, key in
      guard let client = unsafe edit_client(editor), let key = unsafe key else { return -1 }
      let core = unsafe Unmanaged<EditorCore>.fromOpaque(client).takeUnretainedValue()
      guard let unit = core.engine.nextUnit(of: core) else { return 0 }
      unsafe key.pointee = unit
      return 1
    }
    unsafe Self.withWide("emacs") { name in _ = unsafe edit_set_keymap(editor, name) }
    for (place, binding) in KeyTable.all.enumerated() {
      let name = unsafe Self.immortal(binding.name.rawValue)
      unsafe edit_add_function(editor, name, Int32(place), perform)
    }
    // The person's file comes first, because `bind -v` and `bind -e` drop all earlier bindings.
    runCommandsOfPerson()
    isVi = unsafe edit_keymap_is_vi(editor)
    for binding in KeyTable.all {
      // With vi's keys, Escape is a command of its own and begins no other key.
      for key in binding.codes where !isVi || !key.hasPrefix("^[") {
        bind(key, to: binding.name.rawValue)
      }
    }
    // libedit's own prompts and commands would take the terminal, and no key of the editor would end them.
    if isVi {
      for key in [":", "v", "@", "#"] { bindCommand(key, to: "repl-ignore") }
      for (key, function) in Self.viHistory { bindCommand(key, to: function) }
    } else {
      for key in ["^[x", "^[X"] { bind(key, to: "repl-ignore") }
    }
    bind(NamedKey.builtInCommandMode.code, to: isVi ? "vi-command-mode" : "ed-ignore")
  }

  /// Runs the lines of the person's file, as libedit does, up to the first that it cannot run.
  private func runCommandsOfPerson() {
    let environment = ProcessInfo.processInfo.environment
    let path = environment["EDITRC"] ?? environment["HOME"].map { "\($0)/.editrc" }
    guard let file = path.flatMap({ FileManager.default.contents(atPath: $0) }) else { return }
    for line in String(decoding: file, as: UTF8.self).split(whereSeparator: \.isNewline) {
      var command = line.trimmingCharacters(in: .whitespaces)
      guard !command.isEmpty, !command.hasPrefix("#") else { continue }
      // A key bound by `-s` types a text.
      if !command.contains(#/\s-s\s/#) {
        for (name, function) in Self.ownFunctions {
          command = command.replacing(name, with: function.rawValue)
        }
      }
      let units = characters.units(of: command) + [0]
      guard unsafe edit_run(editor, units) != -1 else { return }
    }
  }

  /// What the names of some functions of libedit mean here: the editor keeps the history, and asks before it leaves.
  private static let ownFunctions: [String: KeyBinding.Function] = [
    "em-inc-search-prev": .search, "em-inc-search-next": .search,
    "vi-search-prev": .search, "vi-search-next": .search,
    "vi-repeat-search-next": .searchOlder, "vi-repeat-search-prev": .searchNewer,
    "ed-prev-history": .up, "ed-search-prev-history": .up,
    "ed-next-history": .down, "ed-search-next-history": .down,
    "em-delete-or-list": .end, "vi-list-or-eof": .endEmpty, "ed-end-of-file": .leave,
  ]

  /// The keys of vi's command mode that go through the history; a hyphen as a number, since it would begin a switch.
  private static let viHistory = [
    ("k", "repl-up"), ("\\055", "repl-up"), ("j", "repl-down"), ("+", "repl-down"),
    ("/", "repl-search"), ("?", "repl-search"), ("n", "repl-search-older"),
    ("N", "repl-search-newer"),
  ]

  /// Whether `~/.editrc` asked for vi's keys.
  private(set) var isVi = false

  /// Prepares libedit for a new entry; must be called when libedit asks for the first key.
  func begin() {
    unsafe edit_widen(editor)
  }

  func end() {
    unsafe edit_close(editor)
  }

  /// Reads one entry, whose outcome the core holds.
  ///
  /// - Returns: The text of a line that has been ended, by whatever function; `nil` at the end of input.
  func readLine() -> String? {
    var count: Int32 = 0
    guard unsafe el_wgets(editor, &count) != nil else { return nil }
    return String(entry.text.dropLast())
  }

  /// Returns the next key, as a text, for a function that reads keys itself; nil at the end of input.
  func readKey() -> String? {
    var key: wchar_t = 0
    guard unsafe el_wgetc(editor, &key) == 1 else { return nil }
    return characters.text(of: CollectionOfOne(key))
  }

  /// Returns the next key of the core as libedit gets it; nil ends the entry.
  ///
  /// With vi's keys, libedit inserts what is typed, or takes it as the argument of a command such as `r`: it then gets
  /// the whole character, if that comes at once.
  private func nextUnit(of core: EditorCore) -> wchar_t? {
    guard let scalar = core.nextKey() else { return nil }
    var text = String(Character(scalar))
    while isVi, let next = core.takeScalar(behind: text) { text.unicodeScalars.append(next) }
    return characters.units(of: text).first
  }

  /// Drops the keys that libedit still has in its queue when an entry ends: vi's `.` repeats a line break and the text
  /// behind it, which would otherwise go into the next entry.
  func dropPushedKeys() {
    while readKey() != nil {}
  }

  /// Makes the beginning of an entry the beginning of a change; otherwise vi's `.` would type, and run, text of earlier
  /// entries.
  ///
  /// - Returns: The key to handle now.
  func beginChange() -> Unicode.Scalar {
    push("i")
    return NamedKey.builtInCommandMode.scalar
  }

  /// Ends vi's command mode, as dropping an entry does in shells; does nothing without vi's keys.
  func insertMode() {
    guard isVi else { return }
    push(NamedKey.builtInCommandMode.code + "i")
  }

  /// Queues keys that libedit handles before any typed key.
  func push(_ keys: String) {
    unsafe Self.withWide(keys) { unsafe el_wpush(editor, $0) }
  }

  private func bind(_ key: String, to function: String) {
    unsafe Self.withWide(key) { key in
      unsafe Self.withWide(function) { function in
        _ = unsafe edit_bind(editor, key, function)
        if isVi { _ = unsafe edit_bind_vi_command(editor, key, function) }
      }
    }
  }

  /// Binds a key of vi's command mode only.
  private func bindCommand(_ key: String, to function: String) {
    unsafe Self.withWide(key) { key in
      unsafe Self.withWide(function) { function in
        _ = unsafe edit_bind_vi_command(editor, key, function)
      }
    }
  }
}

// The text.
extension Engine {
  /// The text and the cursor as libedit has them.
  var entry: EntryText {
    let (units, before) = line
    let start = characters.text(of: units.prefix(before))
    return EntryText(
      text: start + characters.text(of: units.dropFirst(before)), cursor: start.utf8.count)
  }

  /// libedit's units, and the number of those before the cursor.
  private var line: (units: [wchar_t], before: Int) {
    let line = unsafe el_wline(editor).pointee
    guard let start = unsafe line.buffer, let cursor = unsafe line.cursor,
      let end = unsafe line.lastchar
    else { return ([], 0) }
    let units = unsafe UnsafeBufferPointer(start: start, count: end - start)
    return unsafe (Array(units), cursor - start)
  }

  /// Makes each character of the entry one unit, if single scalars have been typed or characters have come together.
  func join(_ entry: EntryText) {
    let now = line.units
    guard now != known else { return }
    known = now
    // The first combining mark.
    guard now.contains(where: { $0 >= 0x300 }) else { return }
    let joined = characters.units(of: entry.text)
    guard joined != now, joined.count <= now.count else { return }
    let before = characters.units(of: String(entry.text.slice(0..<entry.cursor))).count
    unsafe edit_set_line(editor, joined, joined.count, before)
    known = joined
  }

  /// Inserts a text at the cursor; false when libedit cannot make room for it.
  @discardableResult
  func insert(_ text: String) -> Bool {
    guard !text.isEmpty else { return true }
    let units = characters.units(of: text) + [0]
    return unsafe el_winsertstr(editor, units) == 0
  }

  /// Deletes a range of UTF-8 offsets and leaves the cursor there.
  func delete(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let (units, before) = line
    let end = count(of: units[...], in: range.upperBound)
    unsafe el_cursor(editor, Int32(end - before))
    unsafe el_deletestr(editor, Int32(end - count(of: units[..<end], in: range.lowerBound)))
  }

  /// Moves the cursor to a UTF-8 offset.
  func moveCursor(to offset: Int) {
    let (units, before) = line
    let distance = count(of: units[...], in: offset) - before
    if distance != 0 { unsafe el_cursor(editor, Int32(distance)) }
  }

  /// Returns how many of the first units the first bytes of the text hold.
  private func count(of units: ArraySlice<wchar_t>, in bytes: Int) -> Int {
    var rest = bytes
    return units.prefix {
      rest -= characters.width(of: $0)
      return rest >= 0
    }.count
  }

  /// Replaces the whole text.
  func replace(with entry: EntryText) {
    delete(0..<self.entry.text.utf8.count)
    insert(entry.text)
    if entry.cursor < entry.text.utf8.count { moveCursor(to: entry.cursor) }
  }
}

extension Engine {
  private static func withWide<Result>(
    _ text: String, _ body: (UnsafePointer<wchar_t>) -> Result
  ) -> Result {
    let wide = text.unicodeScalars.map { wchar_t($0.value) } + [0]
    return unsafe wide.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else {
        preconditionFailure("a terminated text is empty")
      }
      return unsafe body(start)
    }
  }

  /// Returns a copy for libedit, which keeps the pointer as long as the process lives.
  private static func immortal(_ text: String) -> UnsafePointer<wchar_t> {
    let scalars = text.unicodeScalars.map { wchar_t($0.value) } + [0]
    let copy = UnsafeMutablePointer<wchar_t>.allocate(capacity: scalars.count)
    unsafe copy.initialize(from: scalars, count: scalars.count)
    return unsafe UnsafePointer(copy)
  }
}

extension NamedKey {
  var scalar: Unicode.Scalar { Unicode.Scalar(rawValue) }
  var code: String { String(Character(scalar)) }
}
