import Foundation
import LineEditor
import REPLKit
import Workshop

/// One run of the program: puts the parts together and feeds a session.
@MainActor
final class Program {
  /// Where the statements come from.
  enum Input {
    case text(String)
    case file(String)
    case standardInput
  }

  /// Exit codes beside those of ``Status``.
  enum Exit {
    static let wrongUse: Int32 = 2
    /// What a shell reports of a program that a closed pipe ended.
    static let closedPipe: Int32 = 141
  }

  /// The version that `--version` shows.
  nonisolated static let version = "0.1.0"

  private let folder: DataFolder
  private let workshop: Workshop

  init(_ options: MVVMREPL.Options) {
    folder = DataFolder(options.data)
    workshop = Workshop(data: folder.data, api: options.api)
    signal(SIGPIPE, SIG_IGN)  // a closed pipe is an error of write(2), which is handled there
  }

  func run(_ input: Input) async -> Int32 {
    let output = Output()
    if case .standardInput = input, Terminal.standard.canEdit {
      do {
        return try await Prompt(workshop: workshop, history: folder.history).run()
      } catch {
        output.complain(error.message)
        return Exit.wrongUse
      }
    }
    workshop.onProblem { output.complain($0) }
    let session = Session(catalog: workshop.catalog, models: workshop.models) { output.show($0) }
    output.onClosed = { session.finish() }
    let status = await feed(session, from: input, output)
    await session.close()
    await workshop.close()
    if output.isClosed {
      output.complain("nobody reads the output any more; stopped.")
      return Exit.closedPipe
    }
    return status
  }

  private func feed(_ session: Session, from input: Input, _ output: Output) async -> Int32 {
    switch input {
    case .text(let text): return await session.run(SourceText(text)).rawValue
    case .standardInput: return await stream(into: session, output)
    case .file(let path):
      do throws(SystemError) {
        let bytes = try await (path == "-" ? ByteInput.standard : ByteInput(path: path)).all()
        guard let text = String(validating: bytes, as: UTF8.self) else {
          return notText(line: Self.firstLineThatIsNotText(bytes), output)
        }
        return await session.run(SourceText(text, name: path)).rawValue
      } catch {
        output.complain("cannot read '\(path)': \(error.reason)")
        return Exit.wrongUse
      }
    }
  }

  /// Runs what standard input brings, statement by statement, and stops at the first mistake.
  private func stream(into session: Session, _ output: Output) async -> Int32 {
    let input = ByteInput.standard
    var reader = StatementReader()
    do {
      while !session.isFinished {
        let bytes = try await input.next()
        let texts = bytes.isEmpty ? [try reader.end()].compactMap(\.self) : try reader.read(bytes)
        for text in texts where !session.isFinished {
          let status = await session.run(text)
          guard status == .ok else { return status.rawValue }
        }
        if bytes.isEmpty { break }
      }
      return Status.ok.rawValue
    } catch let problem as StatementReader.NotText {
      return notText(line: problem.line, output)
    } catch {
      output.complain(
        "cannot read standard input: \((error as? SystemError)?.reason ?? "\(error)")")
      return Exit.wrongUse
    }
  }

  private func notText(line: Int, _ output: Output) -> Int32 {
    output.complain("line \(line) is not UTF-8 text. Save it as UTF-8 and try again.")
    return Status.parseError.rawValue
  }

  private static func firstLineThatIsNotText(_ bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0)
  }
}
