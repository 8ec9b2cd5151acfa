import Bindings
import ViewModels

/// Tells a person that the command in the foreground waits for something that cannot come while it has
/// the prompt: the manual clock, or the answer to a question.
///
/// Where no person could interrupt the command, it is cancelled after the session's patience.
@MainActor
final class Standstill {
  /// Why the command was cancelled.
  private(set) var reason: String?
  private(set) var help: String?
  private var looking: Task<Void, Never>?

  /// What was asked and slept before a command began, which is not its affair.
  struct Beginning {
    let lastSleep: Int
    let asked: Set<Prompt.ID>

    @MainActor
    init(of path: String, in session: Session) {
      lastSleep = session.clock.lastSleep
      asked = Set(session.questions(of: Standstill.name(in: path)).map(\.id))
    }
  }

  fileprivate static func name(in path: String) -> String { String(path.prefix { $0 != "." }) }

  /// Begins to look at the command with the path.
  init(
    of path: String, since beginning: Beginning, in session: Session,
    cancel: @escaping @MainActor () -> Void
  ) {
    let patience = session.patience
    let name = Self.name(in: path)
    looking = Task { [weak self, weak session] in
      guard (try? await Task.sleep(for: min(patience, .milliseconds(300)))) != nil else { return }
      let start = ContinuousClock.now
      var wasTold = false
      while !Task.isCancelled, let self, let session {
        let question = session.questions(of: name).first { !beginning.asked.contains($0.id) }
        let isAsleep = session.clock.isAsleep(since: beginning.lastSleep)
        if let cause = question?.cause ?? (isAsleep ? .clock : nil) {
          if !wasTold { session.emit(.note(cause.note(of: path))) }
          wasTold = true
          if !session.hasPerson, ContinuousClock.now - start >= patience {
            (reason, help) = (cause.reason(of: path), cause.help)
            return cancel()
          }
        }
        guard (try? await Task.sleep(for: .milliseconds(patience == .zero ? 1 : 500))) != nil else {
          return
        }
      }
    }
  }

  func end() { looking?.cancel() }

  /// What a command in the foreground may wait for in vain.
  enum Cause {
    case clock
    case question(String, prompts: String)

    func note(of path: String) -> String {
      switch self {
      case .clock: "\(path)() waits for the manual clock; Ctrl-C, then run it with & and advance."
      case .question(let text, let prompts):
        "\(path)() asks \(text); Ctrl-C, then run it with & and answer through \(prompts)."
      }
    }

    func reason(of path: String) -> String {
      switch self {
      case .clock: "\(path) waits for the manual clock, which stands still meanwhile"
      case .question: "\(path) waits for an answer that nobody can give meanwhile"
      }
    }

    var help: String {
      switch self {
      case .clock: "Run it with & behind it, then advance 1s; or :clock real."
      case .question(_, let prompts): "Run it with & behind it, then answer through \(prompts)."
      }
    }
  }
}

extension Session {
  /// Tells what a command in the background asks, now and later, each question once.
  func tellQuestions(
    of path: String, since beginning: Standstill.Beginning
  ) -> [Subscription] {
    let name = Standstill.name(in: path)
    guard case .viewModel(let viewModel)? = variables[name] else { return [] }
    let told = Told(ids: beginning.asked)
    return UnansweredQuestions.prompts(of: [viewModel]).map { prompts in
      prompts.$stack.observe { [weak self] _ in
        guard let self else { return }
        for question in questions(of: name) where told.ids.insert(question.id).inserted {
          guard case .question(let text, let place) = question.cause else { continue }
          emit(.note("\(path)() asks \(text); answer through \(place)."))
        }
      }
    }
  }

  /// The questions that were told, for all that listen.
  @MainActor
  private final class Told {
    var ids: Set<Prompt.ID>

    init(ids: Set<Prompt.ID>) { self.ids = ids }
  }

  /// What the view-model of a name and those that belong to it ask now.
  fileprivate func questions(of name: String) -> [(id: Prompt.ID, cause: Standstill.Cause)] {
    guard case .viewModel(let viewModel)? = variables[name] else { return [] }
    let reach = untracked { Reach(from: [(name, viewModel)], skipsLists: true) }
    return reach.steps.flatMap { step in
      ((step.viewModel as? Prompts)?.$stack.peek() ?? []).map { prompt in
        let text = prompt.caption ?? "a \(prompt.kind)"
        return (id: prompt.id, cause: .question(text, prompts: reach.path(of: step)))
      }
    }
  }
}
