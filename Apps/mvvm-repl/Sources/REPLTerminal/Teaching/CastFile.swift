import Foundation
import LineEditor
import REPLKit
import Synchronization

/// A recording of what a terminal shows, in asciinema's format asciicast, version 2.
///
/// Each event is a line that is written whole with one call. The file can therefore be played at any time, however the
/// program ends. The file has mode 0600.
final class CastFile: Sendable {
  private struct State {
    /// The locked descriptor that events are written to; -1 when the recording has ended.
    var descriptor: Int32
    /// The first line, held back until the first event replaces an older recording.
    var header: String?
    /// The frame of each output event, in order; `nil` for output that is not a frame of the editor.
    var frames: [Int?] = []
    var lastTime = Duration.zero
    /// The texts that are masked, such as the tokens of addresses.
    var hidden: [String] = []
    var tell: (@Sendable (Message) -> Void)?

    /// Returns a text of the same length, so that the rows of the screen stay as they are, without the hidden texts.
    func masked(_ text: String) -> String {
      hidden.reduce(text) { $0.replacing($1, with: String(repeating: "*", count: $1.count)) }
    }
  }

  /// The treatment of an existing recording.
  enum Before {
    case refused, replaced
    /// The recording belongs to the previous program in the same process, and continues.
    case continued
  }

  private enum Kind: String {
    case output = "o"
    case marker = "m"
    case resize = "r"
  }

  private let file: URL
  private let start: ContinuousClock.Instant
  private let state: Mutex<State>

  /// Opens a new file, an empty file or, if wanted, an older recording, which stays until the first event.
  ///
  /// - Throws: `Message` when the file cannot be written, has content that must stay, or is being written by another
  ///   program.
  init(_ path: String, size: Terminal.Size, _ before: Before = .refused) throws(Message) {
    file = URL(filePath: path)
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .castIsUnwritable(path, SystemError(code: errno).reason) }
    guard Self.lock(descriptor, path) else {
      close(descriptor)
      throw .castIsBeingWritten(path)
    }
    var status = stat()
    let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    let old = isFile && status.st_size > 0 ? (try? String(contentsOf: file, encoding: .utf8)) : ""
    guard isFile, let old, old.isEmpty || Self.isRecording(old) else {
      close(descriptor)
      throw .castIsSomethingElse(path)
    }
    guard old.isEmpty || before != .refused else {
      close(descriptor)
      throw .castExists(path)
    }
    var state = State(descriptor: descriptor)
    let goesOn = before == .continued
    if goesOn, !old.isEmpty {
      let events = old.split(separator: "\n").dropFirst().compactMap { Event($0) }
      state.lastTime = .seconds(events.last?.time ?? 0)
      // The output of the previous program can no longer be changed.
      state.frames = events.filter { $0.kind == Kind.output.rawValue }.map { _ in nil }
      lseek(descriptor, 0, SEEK_END)
    }
    fchmod(descriptor, 0o600)
    start = ContinuousClock.now - state.lastTime
    if !goesOn || old.isEmpty {
      state.header =
        #"{"version": 2, "width": \#(size.columns), "height": \#(size.rows), "title": \#(Self.json(Identity.current.title))}"#
    }
    do throws(SystemError) { if old.isEmpty { try Self.begin(&state) } } catch {
      close(descriptor)
      throw .castIsUnwritable(path, error.reason)
    }
    self.state = Mutex(state)
  }

  /// Locks a file for this program until the file is closed.
  private static func lock(_ descriptor: Int32, _ path: String) -> Bool {
    guard FileLock.take(descriptor) else { return false }
    // In the meantime, another program may have put a new file in its place.
    var (opened, named) = (stat(), stat())
    return unsafe fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  /// Writes the first line in the place of older content.
  private static func begin(_ state: inout State) throws(SystemError) {
    guard let header = state.header else { return }
    guard ftruncate(state.descriptor, 0) == 0 else { throw SystemError(code: errno) }
    lseek(state.descriptor, 0, SEEK_SET)
    try write(header, state)
    state.header = nil
  }

  /// Whether a text begins with the first line of a recording; a version alone is not enough, as other documents have
  /// one.
  private static func isRecording(_ text: String) -> Bool {
    let first = text.prefix { $0 != "\n" }
    guard first.utf8.count <= 1 << 16,
      let header = try? JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any]
    else { return false }
    return header["version"] as? Int == 2 && header["width"] is Int && header["height"] is Int
  }

  deinit { state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

  /// Sets a closure that is called, on any thread, when a problem with the file ends the recording.
  func onFailure(_ tell: @escaping @Sendable (Message) -> Void) {
    state.withLock { $0.tell = tell }
  }

  /// Masks texts in everything that is recorded from now on.
  func hide(_ texts: [String]) { state.withLock { $0.hidden += texts } }

  /// Adds output of the terminal.
  func show(_ text: String, frame: Int? = nil) {
    add(.output, text) { $0.frames.append(frame) }
  }

  /// Adds a line of a program that writes plain lines.
  func show(line text: String) { show(text.replacing("\n", with: "\r\n")) }

  /// Adds a marker at which a player can stop.
  func mark(_ label: String) { add(.marker, label.replacing("\n", with: " ")) }

  /// Records a new window size.
  func resize(_ columns: Int, _ rows: Int) { add(.resize, "\(columns)x\(rows)") }

  private func add(_ kind: Kind, _ text: String, note: (inout State) -> Void = { _ in }) {
    change { state throws(SystemError) in
      guard state.descriptor >= 0 else { return }
      let time = max(state.lastTime, start.duration(to: .now))
      state.lastTime = time
      note(&state)
      try Self.begin(&state)
      let event = Event(
        time: time / .seconds(1), kind: kind.rawValue, text: state.masked(text))
      try Self.write(event.line, state)
    } failing: {
      .castHasEnded(self.file.path, $0.reason)
    }
  }

  /// Changes the file; a failure ends the recording and is reported.
  private func change(
    _ body: (inout State) throws(SystemError) -> Void, failing message: (SystemError) -> Message
  ) {
    let (tell, failure) = state.withLock { state -> ((@Sendable (Message) -> Void)?, Message?) in
      do throws(SystemError) {
        try body(&state)
        return (nil, nil)
      } catch {
        if state.descriptor >= 0 { close(state.descriptor) }
        state.descriptor = -1
        return (state.tell, message(error))
      }
    }
    // Outside of the lock, because the report is recorded, too.
    if let failure { tell?(failure) }
  }

  /// Writes a line with one call; removes a line that was written in part.
  private static func write(_ line: String, _ state: State) throws(SystemError) {
    let bytes = Array("\(line)\n".utf8)
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Foundation.write(state.descriptor, $0.baseAddress, $0.count)
    }
    guard count != bytes.count else { return }
    let error = SystemError(code: count < 0 ? errno : ENOSPC)
    if count > 0 {
      ftruncate(state.descriptor, lseek(state.descriptor, 0, SEEK_CUR) - off_t(count))
    }
    throw error
  }

  /// Rewrites frames after something that they show has turned out to be secret.
  ///
  /// - Complexity: O(*n*) in the length of the recording.
  func rewrite(_ frames: [Int: String]) {
    var order: ArraySlice<Int?>?
    rewriteEvents { event, state in
      guard event.kind == Kind.output.rawValue else { return }
      var rest = order ?? state.frames[...]
      if let frame = rest.popFirst(), let frame, let text = frames[frame] {
        event.text = state.masked(text)
      }
      order = rest
    }
  }

  /// Changes the markers, and the output that is not a frame, after something that they show has turned out to be
  /// secret.
  ///
  /// - Complexity: O(*n*) in the length of the recording.
  func rewrite(markers: (String) -> String, lines: (String) -> String = { $0 }) {
    var order: ArraySlice<Int?>?
    rewriteEvents { event, state in
      switch Kind(rawValue: event.kind) {
      case .marker: event.text = markers(event.text)
      case .output:
        var rest = order ?? state.frames[...]
        if rest.popFirst() == .some(.none) { event.text = lines(event.text) }
        order = rest
      case .resize, nil: break
      }
    }
  }

  /// Rewrites all events into a file that replaces this one atomically, even after the recording has ended.
  private func rewriteEvents(_ change: (inout Event, State) -> Void) {
    self.change { state throws(SystemError) in
      // Nothing is recorded yet.
      guard state.header == nil else { return }
      let old = unsafe open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard old >= 0 else {
        // Somebody has removed the file, and the secret with it.
        if errno == ENOENT { return }
        throw SystemError(code: errno)
      }
      let bytes = try? FileHandle(fileDescriptor: old, closeOnDealloc: true).readToEnd() ?? Data()
      guard let bytes, let text = String(data: bytes, encoding: .utf8), Self.isRecording(text)
      else { throw SystemError(code: EIO) }
      // The copy is beside the file, under a name that no earlier run can have left behind.
      var copy = Array("\(file.path).XXXXXX".utf8CString)
      var renewed = state
      renewed.descriptor = unsafe mkstemp(&copy)
      guard renewed.descriptor >= 0 else { throw SystemError(code: errno) }
      _ = fcntl(renewed.descriptor, F_SETFD, FD_CLOEXEC)
      if state.descriptor >= 0 { _ = FileLock.take(renewed.descriptor) }
      do throws(SystemError) {
        for line in text.split(separator: "\n") {
          guard var event = Event(line) else {
            try Self.write(String(line), renewed)
            continue
          }
          change(&event, state)
          try Self.write(event.line, renewed)
        }
        guard unsafe rename(copy, file.path) == 0 else { throw SystemError(code: errno) }
      } catch {
        close(renewed.descriptor)
        _ = unsafe unlink(copy)
        throw error
      }
      if state.descriptor >= 0 {
        close(state.descriptor)
        state.descriptor = renewed.descriptor
      } else {
        close(renewed.descriptor)
      }
    } failing: {
      .castKeepsSecret(self.file.path, $0.reason)
    }
  }

  private static func json(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }

  /// A line after the first.
  private struct Event {
    let time: Double
    let kind: String
    var text: String

    init(time: Double, kind: String, text: String) {
      (self.time, self.kind, self.text) = (time, kind, text)
    }

    init?(_ line: Substring) {
      guard let parts = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any],
        parts.count == 3, let time = parts[0] as? Double, let kind = parts[1] as? String,
        let text = parts[2] as? String
      else { return nil }
      self.init(time: time, kind: kind, text: text)
    }

    var line: String {
      #"[\#(String(format: "%.6f", time)), "\#(kind)", \#(CastFile.json(text))]"#
    }
  }
}

extension LineEditor.Recording {
  /// Creates a recording of the terminal in a file.
  init(
    _ file: CastFile, mask: @escaping @Sendable (String) -> String,
    maskOutput: @escaping @Sendable (String) -> String
  ) {
    self.init(
      mask: mask, maskOutput: maskOutput, write: { file.show($1, frame: $0) },
      rewrite: { file.rewrite($0) }, resize: { file.resize($0, $1) })
  }
}
