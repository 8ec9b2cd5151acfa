import Bindings
import ViewModels

/// Notifies a person if the command in the foreground waits for something that cannot come while it holds the prompt:
/// the manual clock, or the answer to a question.
///
/// Without a person who could interrupt it, the command is cancelled after the session's patience. So is a `wait` for a
/// background command that asks something.
@MainActor
final class Standstill {
  /// The reason why the command was cancelled.
  private(set) var reason: Message?
  private(set) var help: Message?
  private var looking: Task<Void, Never>?

  /// The questions and sleeps from before a command began, which do not belong to the command.
  struct Beginning {
    let lastSleep: Int
    let asked: Set<QuestionID>
    let covers: Int

    @MainActor
    init(of path: String, in evaluator: Evaluator) {
      lastSleep = evaluator.clock.lastSleep
      // Only a person is notified of a page that covers a screen.
      covers = evaluator.host.hasPerson ? evaluator.host.screens.covers : 0
      asked = Set(evaluator.scope.questions(of: Standstill.name(in: path)).map(\.id))
    }
  }

  /// Observes whether a background command for which the prompt waits asks something.
  ///
  /// `cancel` ends the wait, and returns whether there was a wait to end.
  init(of job: Job, in evaluator: Evaluator, cancel: @escaping @MainActor () -> Bool) {
    guard !evaluator.host.hasPerson else { return }
    let patience = evaluator.host.patience
    // The task does not capture the job, because the job's end would wait for the end of this task.
    let (path, root) = (job.path, job.root)
    looking = Task { [weak self, weak evaluator] in
      var start: ContinuousClock.Instant?
      while !Task.isCancelled, let self, let evaluator {
        let questions = root.map { evaluator.scope.questions(of: $0, named: Self.name(in: path)) }
        if let cause = questions?.first?.cause {
          start = start ?? .now
          if let start, ContinuousClock.now - start >= patience {
            (reason, help) = (cause.reason(path), cause.helpInBackground)
            if cancel() { return }
          }
        } else {
          start = nil
        }
        guard await Self.pause(patience) else { return }
      }
    }
  }

  /// Waits for a short time; false if the task was cancelled.
  private static func pause(_ patience: Duration) async -> Bool {
    (try? await Task.sleep(for: .milliseconds(patience == .zero ? 1 : 500))) != nil
  }

  static func name(in path: String) -> String { String(path.prefix { $0 != "." }) }

  /// Observes the command with a path.
  ///
  /// A person with a screen answers there: `leave` then stops waiting for the command. A cause that is seen only once
  /// is not reported, because a command that says why it has failed may be about to end.
  init(
    of path: String, since beginning: Beginning, in evaluator: Evaluator,
    leave: (@MainActor () -> Void)? = nil,
    cancel: @escaping @MainActor () -> Void
  ) {
    let patience = evaluator.host.patience
    let name = Self.name(in: path)
    looking = Task { [weak self, weak evaluator] in
      guard (try? await Task.sleep(for: min(patience, .milliseconds(300)))) != nil else { return }
      let start = ContinuousClock.now
      var (wasTold, wasSeen) = (false, false)
      while !Task.isCancelled, let self, let evaluator {
        let question = evaluator.scope.questions(of: name).first {
          !beginning.asked.contains($0.id)
        }
        let isCovered = evaluator.host.hasPerson && evaluator.host.screens.covers > beginning.covers
        let isAsleep = evaluator.clock.isAsleep(since: beginning.lastSleep)
        let cause = question?.cause ?? (isAsleep ? .clock : nil)
        if cause != nil || isCovered, !wasSeen {
          wasSeen = true
          guard (try? await Task.sleep(for: min(patience, .milliseconds(200)))) != nil else {
            return
          }
          continue
        }
        wasSeen = cause != nil || isCovered
        if isCovered, let leave { return leave() }
        if let cause {
          if !wasTold { evaluator.emit(.note(cause.note(path))) }
          wasTold = true
          if !evaluator.host.hasPerson, ContinuousClock.now - start >= patience {
            (reason, help) = (cause.reason(path), cause.help)
            return cancel()
          }
        }
        guard await Self.pause(patience) else { return }
      }
    }
  }

  func end() { looking?.cancel() }

  /// A reason why a command may wait in vain.
  struct Cause {
    /// Returns the note about the wait, for the path of the command.
    let note: (_ path: String) -> Message
    /// Returns the reason of the cancellation, for the path of the command.
    let reason: (_ path: String) -> Message
    let help: Message
    /// The help for a command that is already in the background.
    let helpInBackground: Message
    /// The question, and the call that answers it, or the page; `nil` for the clock.
    var question: (text: Message, prompts: String)?

    static var clock: Cause {
      Cause(
        note: Message.waitsForClock, reason: Message.clockStandsStill, help: .runThenAdvance,
        helpInBackground: .runThenAdvance)
    }

    static func question(_ text: Message, prompts: String) -> Cause {
      Cause(
        note: { .asks($0, text, inFrontOf: prompts) }, reason: Message.nobodyAnswers,
        help: .runThenAnswer(prompts), helpInBackground: .answerThenWait(prompts),
        question: (text, prompts))
    }
  }
}

/// The identity of a question: a prompt, or a page that was presented for an answer.
enum QuestionID: Hashable {
  case prompt(Prompt.ID)
  case page(ObjectIdentifier)
}

extension SessionScope {
  /// Returns the open questions of the view-model with a name, and of the view-models that belong to it.
  func questions(of name: String) -> [(id: QuestionID, cause: Standstill.Cause)] {
    variables[name]?.viewModel.map { questions(of: $0, named: name) } ?? []
  }

  /// Returns the open questions of a view-model, and of the view-models that belong to it.
  func questions(
    of viewModel: any ViewModel, named name: String
  ) -> [(id: QuestionID, cause: Standstill.Cause)] {
    untracked {
      let reach = Reach(from: [(name, viewModel)], skipsLists: true)
      return reach.steps.flatMap { step in
        let path = reach.path(of: step)
        let prompts = ((step.viewModel as? Prompts)?.stack ?? []).map { prompt in
          (
            id: QuestionID.prompt(prompt.id),
            cause: Standstill.Cause.question(prompt.text, prompts: "\(path).\(prompt.answer)")
          )
        }
        let pages = ((step.viewModel as? Navigator)?.tree.askingPages ?? []).map { page in
          (
            id: QuestionID.page(ObjectIdentifier(page)),
            cause: Standstill.Cause.question(
              page.question, prompts: "\(path).visible")
          )
        }
        return prompts + pages
      }
    }
  }
}

extension Prompt {
  var text: Message { caption.map(Message.aQuestion) ?? .aPrompt("\(kind)") }

  /// The call that answers the question: with the first rows of a picker, or a button that cancels and destroys nothing.
  var answer: String {
    guard kind != .picker else { return "pick(\(selected))" }
    let enabled = actions.indices.filter { actions[$0].reason == nil }
    return "choose(\(enabled.first { actions[$0].role == .normal } ?? enabled.first ?? 0))"
  }
}

extension LifecycleViewModel {
  /// The question of a page that was presented for an answer.
  var question: Message { .aQuestion(title ?? "\(type(of: self))") }
}

extension NavigationTree {
  /// The pages that were presented for an answer and have none yet, the oldest first.
  @MainActor var askingPages: [LifecycleViewModel] {
    presentations.compactMap { $0.screens.first?.model }.filter { page in
      (page as? any AnswerProviding).map { $0.answer == nil } ?? false
    }
  }
}
