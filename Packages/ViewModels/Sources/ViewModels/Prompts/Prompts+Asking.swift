import Bindings
import Foundation

extension Prompts {
  /// Shows a question and waits for the answer.
  ///
  /// The question covers the open prompts. Cancelling the task closes it.
  ///
  /// - Returns: The answer of the chosen button; `nil` for a button without an answer, and when the alert is closed in
  ///   another way: dismissed, hidden, or closed with the task or the screen.
  public func ask<Answer>(_ question: Question<Answer>) async -> Answer? {
    let index = await answer { question.prompt($0) }?.first
    return index.flatMap { question.actions[$0].answer }
  }

  /// Shows a question and calls `then` once, with the answer or with nil.
  ///
  /// The call comes after the alert was closed, so `then` may show the next question. When the screen has ended,
  /// `then` is called at once. Inside a computed, where questions are not allowed, it is also called at once, and an
  /// issue is reported.
  @discardableResult
  public func ask<Answer>(
    _ question: Question<Answer>, then: @escaping @MainActor (Answer?) -> Void
  ) -> Prompt.ID? {
    let id = makeID()
    return open(question.prompt(id)) { [ownGraph] answer in
      ownGraph.run { then(answer?.first.flatMap { question.actions[$0].answer }) }
    } ? id : nil
  }
}

extension Question {
  fileprivate func prompt(_ id: Prompt.ID) -> Prompt {
    Prompt(
      id: id, kind: kind, caption: caption,
      message: styledMessage.map { String($0.characters) } ?? message,
      styledMessage: styledMessage, image: image, actions: actions.map(\.button))
  }
}

extension Prompts {
  /// Shows a prompt and waits until it is answered or the task is cancelled.
  func answer(_ make: (Prompt.ID) -> Prompt) async -> [Int]? {
    guard !Task.isCancelled else { return nil }
    let prompt = make(makeID())
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        open(prompt) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      Task { @MainActor in self.close([prompt.id]) }
    }
  }

  /// Shows a prompt, unless the screen has ended or an evaluation is running; calls `end` once, after the prompt
  /// was closed.
  @discardableResult
  private func open(
    _ prompt: Prompt, _ end: @escaping @MainActor ([Int]?) -> Void
  ) -> Bool {
    guard !owned.isEnded.peek(), _node_stack.mayBeWritten() else {
      untracked { end(nil) }
      return false
    }
    endings.all[prompt.id] = end
    action { _node_stack.append(prompt) }
    return true
  }

  /// Closes prompts in one change, the topmost first; prompts that are closed already are ignored.
  @discardableResult
  func close(_ prompts: [Prompt.ID], with answer: [Int]? = nil) -> Int {
    guard prompts.contains(where: { endings.all[$0] != nil }), _node_stack.mayBeWritten() else {
      return 0
    }
    let ends = endings.take(prompts.reversed())
    action { for id in prompts.reversed() { _node_stack.remove { $0.id == id } } }
    untracked { for end in ends { end(answer) } }
    return ends.count
  }

  /// Returns the prompt with an id, or the current one.
  func open(_ id: Prompt.ID?) throws(ViewModelError) -> Prompt {
    let stack = $stack.peek()
    let prompt = try stack.element(id, "prompt")
    // A prompt that a running computed has closed is still in the stack, which the computed may not change.
    guard endings.all[prompt.id] != nil else { throw .gone("prompt", id, open: stack.map(\.id)) }
    return prompt
  }

  /// Checks that there is one valid row for each column.
  func check(_ rows: [Int], of columns: [[String]]) throws(ViewModelError) {
    guard rows.count == columns.count else {
      throw ViewModelError(
        .noChoice, "One row is expected for each column: \(columns.count), not \(rows.count).")
    }
    for (row, column) in zip(rows, columns) where !column.indices.contains(row) {
      throw .noIndex(row, of: column)
    }
  }
}

/// The closures that get the answers of open prompts, by their ids; each is called once.
@MainActor
final class PromptEndings {
  var all: [Prompt.ID: @MainActor ([Int]?) -> Void] = [:]

  func take(_ ids: [Prompt.ID]) -> [@MainActor ([Int]?) -> Void] {
    ids.compactMap { all.removeValue(forKey: $0) }
  }
}
