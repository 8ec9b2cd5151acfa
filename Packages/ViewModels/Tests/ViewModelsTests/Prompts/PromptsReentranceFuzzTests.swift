import Bindings
import Testing

@testable import ViewModels

/// Prompts of which each answer, tap and observer may act on the prompts again.
@MainActor
private final class ActingPrompts {
  let page = PromptedPage()
  private var random: SeededNumbers
  private var tokens: [Subscription] = []
  /// The open questions and how often each has ended.
  private var asked: [Prompt.ID: Int] = [:]
  private var ends: [Int: Int] = [:]
  private var taps: [Int: Int] = [:]
  private var lastNumber = 0
  private var depth = 0
  private var budget = 0
  var log: [String] = []
  private var prompts: Prompts { page.prompts }

  init(seed: UInt64) {
    random = SeededNumbers(state: seed)
    tokens = [
      prompts.$stack.observe { [unowned self] _ in react("stack") },
      prompts.$toasts.observe { [unowned self] _ in react("toasts") },
    ]
  }

  private func pick(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }

  private func react(_ what: String) {
    guard budget > 0, depth > 0, depth < 4, pick(0..<3) == 0 else { return }
    log.append(String(repeating: " ", count: depth) + "at \(what):")
    act()
  }

  func step() {
    budget = 6
    if pick(0..<4) == 0 {
      batch {
        act()
        act()
      }
    } else {
      act()
    }
    budget = 0
  }

  private func act() {
    depth += 1
    budget -= 1
    defer { depth -= 1 }
    let what = pick(0..<14)
    log.append(String(repeating: " ", count: depth) + "\(what)")
    let (open, toasts) = (prompts.$stack.peek(), prompts.$toasts.peek())
    switch what {
    case 0, 1, 2: ask()
    case 3, 4: try? prompts.choose(pick(0..<2), of: open.randomElement(using: &random)?.id)
    case 5: try? prompts.dismiss(open.randomElement(using: &random)?.id)
    case 6: prompts.hide("\(pick(0..<2))")
    case 7: if pick(0..<3) == 0 { prompts.hideAll() }
    case 8, 9: toast()
    case 10: try? prompts.tap(toasts.randomElement(using: &random)?.id)
    case 11: try? prompts.dismissToast(toasts.randomElement(using: &random)?.id)
    case 12: page.clock.advance(by: .milliseconds(pick(0..<2500)))
    default: if pick(0..<20) == 0 { page.owner.end() }
    }
  }

  private func ask() {
    lastNumber += 1
    let number = lastNumber
    let question = Question<Int>(
      "\(pick(0..<2))", actions: [.normal("0", 0), .destructive("1", 1)])
    let id = prompts.ask(question) { [unowned self] _ in
      ends[number, default: 0] += 1
      react("answer \(number)")
    }
    if let id { asked[id] = number } else { asked[-number] = number }
  }

  private func toast() {
    lastNumber += 1
    let number = lastNumber
    let duration = Toast.Length.allCases[pick(0..<3)]
    prompts.toast("\(number)", duration: duration, action: "act") { [unowned self] in
      taps[number, default: 0] += 1
      react("tap \(number)")
    }
  }

  /// What does not hold.
  var problem: String? {
    if let twice = ends.first(where: { $0.value != 1 }) { return "question \(twice) ended twice" }
    if let twice = taps.first(where: { $0.value != 1 }) { return "toast \(twice) was tapped twice" }
    let open = asked.filter { ends[$0.value] == nil }.keys.sorted()
    if prompts.stack.map(\.id) != open { return "\(prompts.stack.map(\.id)), not \(open)" }
    if prompts.endings.all.keys.sorted() != open { return "endings \(prompts.endings.all.keys)" }
    let shown = prompts.toasts
    if prompts.toastActions.keys.sorted() != shown.map(\.id) { return "actions of toasts" }
    let timed = shown.filter { $0.duration.time != nil }.map(\.id)
    if prompts.toastTimers.keys.sorted() != timed { return "timers of toasts" }
    if page.clock.waitCount != timed.count { return "\(page.clock.waitCount) waits" }
    return page.owner.isEnded && !(open.isEmpty && shown.isEmpty) ? "open after the end" : nil
  }

  func finish() {
    for token in tokens { token.cancel() }
    page.owner.end()
  }
}

@MainActor
@Suite(.ownGraph) struct PromptsReentranceFuzzTests {
  @Test func eachQuestionEndsOnceWhateverTheAnswersDo() {
    let first = UInt64.random(in: 0...(.max - 10_000))
    print("PromptsReentranceFuzzTests from seed \(first)")
    for seed in first..<(first + 400) {
      let prompts = ActingPrompts(seed: seed)
      for _ in 0..<40 {
        let start = prompts.log.count
        prompts.step()
        guard let problem = prompts.problem else { continue }
        let steps = prompts.log[start...].joined(separator: "\n")
        Issue.record("seed \(seed): \(problem)\n\(steps)")
        return
      }
      prompts.finish()
    }
  }
}
