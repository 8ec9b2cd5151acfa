import CEditShim
import DisplayWidth
import Foundation

extension EditorCore {
  /// Waits for keys, messages or signals; buffers the keys and handles everything else.
  ///
  /// - Parameter timeout: Milliseconds, or -1 to wait without a limit.
  /// - Returns: False when nothing happened in time.
  @discardableResult
  func wait(timeout: Int32) -> Bool {
    if !delayedSignals.isEmpty {
      handleSignals()
      return true
    }
    // After a hang-up the descriptor would always be ready.
    let isRead = !isHungUp && !news.leavesKeys
    var polled = [
      pollfd(fd: isRead ? terminal.input : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mailbox.bell, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
    ]
    let count = unsafe poll(&polled, nfds_t(polled.count), timeout)
    if count < 0 { return true }
    if count == 0 { return false }
    if polled[2].revents != 0 { handleSignals() }
    if polled[1].revents != 0 { receive() }
    if polled[0].revents != 0 { readInput() }
    return true
  }

  private func readInput() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(terminal.input, &chunk, chunk.count)
    if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) {
      isHungUp = true
      return
    }
    guard count > 0 else { return }
    decoder.feed(chunk[..<count])
    if !isReading, !isMeasuring { takeTypeAhead() }
  }

  /// Keeps the keys typed while a command runs, except those that must work at once; in a paste, these are text.
  private func takeTypeAhead() {
    while let key = decoder.next() {
      switch key {
      case .scalar("\u{3}"):
        heldKeys = []
        mailbox.onInterrupt?()
      case .scalar("\u{1A}"): suspend()
      case .scalar("\u{1C}"): signals_die_of(SIGQUIT)
      default: heldKeys.append(key)
      }
    }
  }

  /// Draws an ambiguous character, asks the terminal for its cursor position, and erases the character.
  func measureAmbiguousWidth() {
    // The terminal's answers are not keys.
    isMeasuring = true
    defer {
      isMeasuring = false
      takeTypeAhead()
    }
    let question = "\u{1B}[6n"
    // At the beginning of a line, the character fits, and every terminal can erase it, however wide it is.
    write("\r" + question + "\u{2192}" + question)
    var columns: [Int] = []
    while columns.count < 2, !isHungUp, wait(timeout: 60) {
      columns += decoder.takeCursorColumns()
    }
    if columns.count == 2, columns[1] - columns[0] == 2 { measuredCells = 2 }
    mailbox.measuredCells = measuredCells
    painter.cellWidth.ambiguous = measuredCells
    write("\r\u{1B}[K")
  }

  /// Discards signals for another program that had the terminal; those that end this process are sent again.
  func discardSignals() {
    var ending: Set<Int32> = []
    var caught = [UInt8](repeating: 0, count: 64)
    while case let count = unsafe read(signals, &caught, caught.count), count > 0 {
      ending.formUnion(caught[..<count].map(Int32.init).filter { [SIGTERM, SIGHUP].contains($0) })
    }
    for signal in ending { kill(getpid(), signal) }
  }

  /// Returns the signals that have arrived.
  private func takeSignals() -> [UInt8] {
    var caught = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(signals, &caught, caught.count)
    defer { delayedSignals = [] }
    return delayedSignals + caught.prefix(max(0, count))
  }

  private func handleSignals(except passedOver: Int32 = 0) {
    for signal in takeSignals() where signal != passedOver {
      switch Int32(signal) {
      case SIGWINCH: windowResized()
      case SIGCONT: takeTerminalBack()
      case SIGTSTP: suspend()
      case SIGINT where isReading: decoder.feed([0x03])
      case SIGINT: mailbox.onInterrupt?()
      default:
        if isReading { commit(entry) }
        news.status = nil
        flushOutput()
        signals_die_of(Int32(signal))
      }
    }
  }

  /// Takes over the window's size if it has changed.
  ///
  /// libedit does not get the size. It draws nothing, and libedit 3.1 keeps its cursor when it makes its screen buffers
  /// smaller: the next key would be written outside the buffers.
  func windowResized() {
    let size = terminal.size
    guard size.columns != painter.columns || size.rows != painter.rows else { return }
    painter.rows = size.rows
    configuration.resized()
    guard size.columns != painter.columns else { return }
    painter.columns = size.columns
    draw(.resized(reflows: reflows))
  }

  /// Stops the process group, as the terminal would; returns when the group is continued.
  func suspend() {
    if isReading { commit(entry) } else { draw(.cleared(output: "")) }
    terminal_restore()
    signals_stop_group()
    // Skips the SIGCONT that ended the stop, because the screen is set up again here.
    handleSignals(except: SIGCONT)
    takeTerminalBack()
  }

  /// Sets the terminal up again after a shell has used it.
  func takeTerminalBack() {
    terminal_take(terminal.input)
    draw(.foreign)
    write("\u{1B}[?2004h")
    windowResized()
  }

  /// Takes over the messages from the mailbox.
  ///
  /// - Returns: The requested reading; `nil` without a request.
  @discardableResult
  func receive() -> Mailbox.Reading? {
    let (next, reading) = mailbox.collect()
    if next.suggestion != news.suggestion { ghostFor = nil }
    news = next
    write(news.copied)
    if let place = news.dimmedAbove { dimmedAbove = output.utf8.count + place }
    output += news.output
    visits += news.visits
    for change in news.revisions {
      reviseHistory(change)
      tape?.revise(change) { configuration.highlight($0) }
    }
    painter.theme = news.look.theme ?? configuration.theme
    painter.cellWidth.ambiguous = news.look.ambiguousCells ?? measuredCells
    reflows = news.look.reflows ?? terminal.reflows
    if let reply = news.reply, reply.question == question {
      answer = Scene.Page(lines: reply.lines)
    }
    if let reply = news.panelReply { take(reply.reply, to: reply.number) }
    return reading
  }

  /// Waits until the terminal takes output again, which may be never.
  ///
  /// Signals that end the process do so meanwhile, and an interrupt reaches the command that runs.
  private func waitToWrite() {
    var polled = [
      pollfd(fd: terminal.output, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
    ]
    unsafe poll(&polled, nfds_t(polled.count), -1)
    guard polled[1].revents != 0 else { return }
    var delayed: [UInt8] = []
    for signal in takeSignals() {
      switch Int32(signal) {
      case SIGTERM, SIGHUP: signals_die_of(Int32(signal))
      case SIGINT where !isReading: mailbox.onInterrupt?()
      default: delayed.append(signal)
      }
    }
    delayedSignals = delayed
  }

  /// Writes all bytes, or records that the terminal has disconnected.
  func write(_ text: String) {
    guard !isHungUp, !text.isEmpty else { return }
    var text = text
    text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let rest = unsafe UnsafeBufferPointer(rebasing: bytes[written...])
        let count = unsafe Foundation.write(terminal.output, rest.baseAddress, rest.count)
        if count > 0 {
          written += count
        } else if errno == EAGAIN {
          waitToWrite()
        } else if errno != EINTR {
          isHungUp = true
          return
        }
      }
    }
  }
}
