import Bindings
import Testing
import ViewModels

/// Random questions, answers, mistakes, hidings, cancellations and an end, against the obvious model.
@MainActor
@Suite(.ownGraph) struct PromptsFuzzTests {
  /// What the model knows of a question that is open.
  private struct Open {
    let number: Int
    let id: Prompt.ID
    let caption: String
    let isPicker: Bool
    /// Of one that a task waits for.
    let task: Task<Void, Never>?
  }

  /// How each question ended, as the one who asked was told.
  @MainActor private final class Log {
    var ends: [Int: [String]] = [:]
    func end(_ number: Int, _ answer: String?) { ends[number, default: []].append(answer ?? "-") }
  }

  @Test func eachQuestionEndsOnceAndRightly() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("prompts fuzz: seed \(seed)")
    var numbers = SeededNumbers(state: seed)
    for _ in 0..<12 { try await play(PromptedPage(), &numbers, seed) }
  }

  private func play(
    _ page: PromptedPage, _ numbers: inout SeededNumbers, _ seed: UInt64
  ) async throws {
    let prompts = page.prompts
    let log = Log()
    var open: [Open] = []
    var closed: [Prompt.ID] = []
    var expected: [Int: [String]] = [:]
    var asked = 0

    /// Takes a question out of the model, and waits for its task.
    @MainActor func close(_ which: [Open], _ answer: String) async {
      open.removeAll { candidate in which.contains { $0.number == candidate.number } }
      for one in which {
        closed.append(one.id)
        expected[one.number] = [answer]
        await one.task?.value
      }
    }

    for step in 0..<120 {
      switch Int.random(in: 0...9, using: &numbers) {
      case 0...3:
        open.append(await ask(asked, page, &numbers, log))
        asked += 1
      case 4, 5:
        guard let one = open.randomElement(using: &numbers) else { break }
        let index = Int.random(in: 0...2, using: &numbers)
        let isUppermost = one.id == open.last?.id && Bool.random(using: &numbers)
        let id = isUppermost ? nil : one.id
        if one.isPicker {
          try prompts.pick([index], of: id)
        } else {
          try prompts.choose(index, of: id)
        }
        await close([one], one.isPicker || index < 2 ? "\(index)" : "-")
      case 6:
        let id = closed.randomElement(using: &numbers) ?? 1_000_000
        await expectPromptError(.gone) { try prompts.choose(0, of: id) }
        if let one = open.last {
          await expectPromptError(one.isPicker ? .otherAnswer : .noChoice) { try prompts.choose(3) }
        }
      case 7:
        let caption = ["a", "b", "c"].randomElement(using: &numbers) ?? "a"
        let hidden = open.filter { $0.caption == caption }
        #expect(prompts.hide(caption) == hidden.count)
        await close(hidden, "-")
      case 8:
        guard let one = open.filter({ $0.task != nil }).randomElement(using: &numbers) else {
          break
        }
        one.task?.cancel()
        await close([one], "-")
      default:
        guard let one = open.last else { break }
        try prompts.dismiss()
        await close([one], "-")
      }
      guard prompts.stack.map(\.id) == open.map(\.id), log.ends == expected else {
        Issue.record("seed \(seed), step \(step): \(prompts.stack) \(log.ends) \(expected)")
        return
      }
    }
    if Bool.random(using: &numbers) { page.owner.end() } else { prompts.hideAll() }
    await close(open, "-")
    #expect(log.ends == expected && log.ends.count == asked, "seed \(seed)")
  }

  private func ask(
    _ number: Int, _ page: PromptedPage, _ numbers: inout SeededNumbers, _ log: Log
  ) async -> Open {
    let prompts = page.prompts
    let caption = ["a", "b", "c"].randomElement(using: &numbers) ?? "a"
    let kind = Int.random(in: 0...3, using: &numbers)
    let question = Question<Int>(
      caption, actions: [.normal("0", 0), .destructive("1", 1), .cancel("2")])
    let rows = ["0", "1", "2"]
    var task: Task<Void, Never>?
    switch kind {
    case 0: prompts.ask(question) { log.end(number, $0.map { "\($0)" }) }
    case 1:
      task = await page.asking { prompts in
        log.end(number, await prompts.ask(question).map { "\($0)" })
      }
    case 2:
      task = await page.asking { prompts in
        let index = try? await prompts.sheet(rows, caption: caption)
        log.end(number, index.flatMap { $0 < 2 ? "\($0)" : nil })
      }
    default:
      task = await page.asking { prompts in
        let picked = try? await prompts.picker([rows], caption: caption)
        log.end(number, picked?.first.map { "\($0)" })
      }
    }
    return Open(
      number: number, id: prompts.stack.last?.id ?? -1, caption: caption, isPicker: kind == 3,
      task: task)
  }
}
