import Foundation
import REPLKit

/// The conversation for a screen reader or a terminal that cannot move its cursor: whole lines in,
/// whole sentences out, nothing painted and nothing taken back.
@MainActor
final class PlainPrompt {
  private let session: Session
  private let output: Output
  private let interrupts: any DispatchSourceSignal
  private var reader = StatementReader()

  /// Takes over Ctrl-C: it cancels what runs or drops an unfinished entry, and does not end the program.
  init(session: Session, output: Output) {
    self.session = session
    self.output = output
    signal(SIGINT, SIG_IGN)
    interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
    interrupts.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.interrupt() } }
    interrupts.resume()
  }

  private func interrupt() {
    guard !session.cancelRunning(), reader.isInsideStatement else { return }
    reader = StatementReader()
    output.ask("\n> ")
  }

  /// Reads and runs entries until the person leaves; a mistake ends none but its own entry.
  func run(_ startup: Startup?) async -> Int32 {
    defer { interrupts.cancel() }
    session.host.hasPerson = true
    await startup?.run(in: session)
    output.ask(Message.plainGreeting.text(in: session.language) + "\n> ")
    let input = ByteInput.standard
    var wasAsked = false
    do {
      while !session.isFinished {
        let bytes = try await input.next()
        if bytes.isEmpty {
          // At a terminal the end of input is a key, after which more can be typed.
          if !wasAsked, let question = session.leavingQuestion {
            wasAsked = true
            output.ask("\n\(question)\n> ")
            continue
          }
          output.ask("\n")
          if let text = try reader.end() { await session.run(text) }
          break
        }
        wasAsked = false
        for text in try reader.read(bytes) where !session.isFinished { await session.run(text) }
        if !session.isFinished { output.ask(reader.isInsideStatement ? ". " : "> ") }
      }
    } catch {
      output.complain("that was not UTF-8 text.")
    }
    session.cancelJobs()
    return Status.ok.rawValue
  }
}
