public import Bindings

/// The questions and messages of a screen: alerts, sheets, menus, pickers, toasts and activities.
///
/// ```swift
/// guard await prompts.ask(question) == .pay else { return }
/// try await prompts.submitting("Paying") { try await service.pay() }
/// prompts.toast("Paid")
/// ```
/// Everything is state: a view that appears later still sees it, and no event can be missed or repeated. Each prompt,
/// toast and activity has an id; a method without an id uses the latest one. If an item no longer exists, or takes
/// another kind of answer, the method throws a ``ViewModelError``. Add this object to the children of the screen's
/// view-model: when that ends, all callers that wait for an answer get nil. Toasts use the environment's ``ClockKey``.
@MainActor
@ViewModel
public final class Prompts: LifecycleViewModel {
  /// The unanswered prompts; the last one covers the others.
  public internal(set) var stack: [Prompt] = []
  /// The visible toasts, oldest first.
  public internal(set) var toasts: [Toast] = []
  /// The activities in progress, in the order in which they began.
  public internal(set) var activities: [Activity] = []

  /// The current prompt: the latest one, which covers the others.
  public var current: Prompt? { stack.last }
  /// The heading of the current prompt.
  public var caption: String? { current?.caption }
  /// The text of the current prompt.
  public var message: String? { current?.message }
  /// The buttons of the current prompt, each with its number for ``choose(_:of:)``.
  public var actions: [String] { (current?.actions ?? []).map(\.title).numbered }
  /// The rows of the current picker, each with its number for ``pick(_:of:)``.
  public var columns: [[String]] { (current?.columns ?? []).map(\.numbered) }
  /// Whether any activity is in progress, so that an overlay is shown.
  public var isBusy: Bool { !activities.isEmpty }
  /// The latest message of the activities in progress.
  public var activityMessage: String? { activities.last { $0.message != nil }?.message }
  /// Whether data is being submitted.
  public var isSubmitting: Bool { activities.contains { $0.kind == .submitting } }
  /// Whether commands of the screen may run; false while data is being submitted.
  public var canRun: Bool { !isSubmitting }

  /// A closure that converts the text of a toast for display; a toast with an empty result is not shown.
  @Ignored public var wording: @MainActor (_ text: String, _ kind: Toast.Kind) -> String {
    get { ownWording }
    set { letGo(exchange(&ownWording, with: newValue)) }
  }

  @Ignored private var ownWording: @MainActor (String, Toast.Kind) -> String = { text, _ in text }
  @Ignored private var lastID = 0
  /// The closures that receive the answers: the index of a button, or the indexes of picked rows.
  let endings = PromptEndings()
  @Ignored var toastActions: [Toast.ID: @MainActor () -> Void] = [:]
  @Ignored var toastTimers: [Toast.ID: Subscription] = [:]

  /// Makes prompts without open questions or messages.
  ///
  /// - Parameter environment: Own environment values, such as the clock; others come from the parent.
  public override init(environment: Environment = Environment()) {
    super.init(environment: environment)
    owned.keep { [weak self, endings, ownGraph] in
      if let self {
        let timers = exchange(&toastTimers, with: [:])
        let actions = exchange(&toastActions, with: [:])
        action {
          toasts = []
          activities = []
          hideAll()
        }
        letGo(consume timers)
        return letGo(consume actions)
      }
      // Callers that wait for answers do not retain the prompts; on their release, the callers get nil.
      let ids = endings.all.keys.sorted(by: >)
      ownGraph.run { untracked { for end in endings.take(ids) { end(nil) } } }
    }
  }

  func makeID() -> Int {
    lastID += 1
    return lastID
  }

  // MARK: Asking

  /// Shows an alert and waits for the index of the chosen button.
  ///
  /// The result is `nil` when the alert is closed in another way; this also holds for sheets and pickers. For typed
  /// answers use ``ask(_:)``.
  @Command(policy: .parallel(max: .max)) public func alert(
    _ caption: String, message: String? = nil, buttons: [String] = ["OK"]
  ) async -> Int? {
    let actions = buttons.enumerated().map { Question.Action.normal($1, $0) }
    return await ask(Question(caption, message: message, actions: actions))
  }

  /// Shows a sheet of titles and waits for the index of the chosen title.
  @Command(policy: .parallel(max: .max)) public func sheet(
    _ titles: [String], caption: String? = nil
  ) async throws(ViewModelError) -> Int? {
    guard !titles.isEmpty else {
      throw ViewModelError(
        .badChoices, "A sheet without titles cannot be answered. Give it one or more.")
    }
    let actions = titles.map { Prompt.Action(title: $0, role: .normal) }
    return await answer { Prompt(id: $0, kind: .sheet, caption: caption, actions: actions) }?.first
  }

  /// Shows a picker with one to three columns and waits for the indexes of the picked rows.
  ///
  /// Each column has at least one row; the `selected` rows are picked initially, by default the first ones.
  @Command(policy: .parallel(max: .max)) public func picker(
    _ columns: [[String]], selected: [Int]? = nil, caption: String? = nil
  ) async throws(ViewModelError) -> [Int]? {
    guard (1...3).contains(columns.count), !columns.contains([]) else {
      throw ViewModelError(
        .badChoices, "A picker has one to three columns, each with a row or more.")
    }
    let selected = selected ?? columns.map { _ in 0 }
    try check(selected, of: columns)
    return await answer {
      Prompt(id: $0, kind: .picker, caption: caption, columns: columns, selected: selected)
    }
  }

  // MARK: Answering

  /// Chooses a button of an alert, a title of a sheet or an item of a menu; the first is 0.
  ///
  /// A view passes the id of the prompt that it shows, so that a late answer cannot affect another prompt.
  @Command public func choose(_ index: Int, of prompt: Int? = nil) throws(ViewModelError) {
    let prompt = try open(prompt)
    guard prompt.kind != .picker else {
      throw ViewModelError(.otherAnswer, "A picker takes a row of each column: pick([0, 2]), say.")
    }
    guard prompt.actions.indices.contains(index) else {
      throw .noIndex(index, of: prompt.actions.map(\.title))
    }
    let action = prompt.actions[index]
    if let reason = action.reason {
      throw ViewModelError(.noChoice, "'\(action.title)' cannot be chosen now: \(reason)")
    }
    close([prompt.id], with: [index])
  }

  /// Picks a row of each column of a picker; the first is 0.
  ///
  /// Without `rows`, it confirms the initially picked rows.
  @Command public func pick(_ rows: [Int]? = nil, of prompt: Int? = nil) throws(ViewModelError) {
    let prompt = try open(prompt)
    guard prompt.kind == .picker else {
      throw ViewModelError(
        .otherAnswer, "This is no picker: choose one of its buttons, choose(0), say.")
    }
    let rows = rows ?? prompt.selected
    try check(rows, of: prompt.columns)
    close([prompt.id], with: rows)
  }

  /// Closes the current or another prompt without an answer; prompts that it covered become visible again.
  @Command public func dismiss(_ prompt: Int? = nil) throws(ViewModelError) {
    close([try open(prompt).id])
  }

  /// Closes all prompts with the caption, without an answer.
  ///
  /// - Complexity: O(*n*) in the open prompts for each closed prompt.
  @Command @discardableResult public func hide(_ caption: String) -> Int {
    close($stack.peek().filter { $0.caption == caption }.map(\.id))
  }

  /// Closes all prompts without an answer.
  @Command @discardableResult public func hideAll() -> Int { close($stack.peek().map(\.id)) }

  /// Whether a prompt with the caption is open, visible or covered.
  @Command public func isPresenting(caption: String) -> Bool {
    stack.contains { $0.caption == caption }
  }

  // MARK: Telling

  /// Shows a toast for a while, with its text converted by ``wording``.
  @Command @discardableResult public func toast(
    _ text: String, kind: Toast.Kind = .success, duration: Toast.Length = .long
  ) -> Int? { toast(text, kind: kind, duration: duration, action: nil) {} }

  /// Taps a toast: removes it and runs its action, if it has one.
  @Command public func tap(_ toast: Int? = nil) throws(ViewModelError) {
    let id = try $toasts.peek().element(toast, "toast").id
    guard _node_toasts.mayBeWritten() else { return }
    let onTap = toastActions[id]
    remove(toast: id)
    if let onTap { ownGraph.run { untracked(onTap) } }
  }

  /// Removes a toast without running its action.
  @Command public func dismissToast(_ toast: Int? = nil) throws(ViewModelError) {
    remove(toast: try $toasts.peek().element(toast, "toast").id)
  }

  // MARK: What goes on

  /// Starts an activity, which lasts until ``finish(_:)``; ``during(_:kind:_:)`` does both.
  @Command public func begin(_ message: String? = nil, kind: Activity.Kind = .loading) -> Int {
    let activity = Activity(id: makeID(), kind: kind, message: message)
    if !owned.isEnded.peek() { action { _node_activities.append(activity) } }
    return activity.id
  }

  /// Finishes an activity.
  @Command public func finish(_ activity: Int? = nil) throws(ViewModelError) {
    remove(activity: try $activities.peek().element(activity, "activity").id)
  }
}
