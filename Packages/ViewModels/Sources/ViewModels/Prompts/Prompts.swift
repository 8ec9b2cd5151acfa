public import Bindings

/// The questions and messages of a screen: alerts, sheets, menus and pickers to answer, toasts, activities.
///
/// ```swift
/// guard await prompts.ask(question) == .pay else { return }
/// try await prompts.submitting("Paying") { try await service.pay() }
/// prompts.toast("Paid")
/// ```
/// All of it is state: a view that comes late still sees it, and nothing is told twice. Each prompt, toast and
/// activity has an id, by which it is meant; without one the latest is. What is not there any more, or takes no
/// such answer, is a ``ViewModelError``. Make it a child of the view-model whose screen it is: when that ends,
/// whoever waits for an answer gets none. Toasts wait on the environment's ``ClockKey``.
@MainActor
@ViewModel
public final class Prompts: LifecycleViewModel {
  /// The questions without an answer; the last one covers the others.
  public internal(set) var stack: [Prompt] = []
  /// The messages that are shown, the oldest first.
  public internal(set) var toasts: [Toast] = []
  /// The activities in progress, in the order in which they began.
  public internal(set) var activities: [Activity] = []

  /// The question that is asked now: the latest, which covers the others.
  public var current: Prompt? { stack.last }
  /// The heading of what is asked now.
  public var caption: String? { current?.caption }
  /// The text of what is asked now.
  public var message: String? { current?.message }
  /// The buttons of what is asked now, each with the number that ``choose(_:of:)`` takes.
  public var actions: [String] { (current?.actions ?? []).map(\.title).numbered }
  /// The rows of the picker that is asked now, each with the number that ``pick(_:of:)`` takes.
  public var columns: [[String]] { (current?.columns ?? []).map(\.numbered) }
  /// Whether anything is in progress: an overlay is shown as long as it is.
  public var isBusy: Bool { !activities.isEmpty }
  /// The latest message of what is in progress.
  public var activityMessage: String? { activities.last { $0.message != nil }?.message }
  /// Whether something is sent off.
  public var isSubmitting: Bool { activities.contains { $0.kind == .submitting } }
  /// Whether commands of the screen may run: they wait while something is sent off.
  public var canRun: Bool { !isSubmitting }

  /// Makes the text of a toast fit to be shown; what it leaves empty is not shown.
  @Ignored public var wording: @MainActor (_ text: String, _ kind: Toast.Kind) -> String {
    get { ownWording }
    set { letGo(exchange(&ownWording, with: newValue)) }
  }

  @Ignored private var ownWording: @MainActor (String, Toast.Kind) -> String = { text, _ in text }
  @Ignored private var lastID = 0
  /// The closures that get the answers: the place of the button, or those of the picked rows.
  let endings = PromptEndings()
  @Ignored var toastActions: [Toast.ID: @MainActor () -> Void] = [:]
  @Ignored var toastTimers: [Toast.ID: Subscription] = [:]

  /// Makes what asks and tells nothing yet.
  ///
  /// - Parameter environment: The values from around it, the clock, say, unless its parent has them.
  public override init(environment: Environment = Environment()) {
    super.init(environment: environment)
    owned.keep { [weak self, endings, ownGraph] in
      if let self { return withdrawAll() }
      // Who asks and keeps no prompts gets no answer, but is told so.
      let ids = endings.all.keys.sorted(by: >)
      ownGraph.run { untracked { for end in endings.take(ids) { end(nil) } } }
    }
  }

  func makeID() -> Int {
    lastID += 1
    return lastID
  }

  // MARK: Asking

  /// Shows an alert, and waits for the place of the button that is chosen.
  ///
  /// It is `nil` when the alert goes away otherwise, and so with sheets and pickers. For answers with a type there is
  /// ``ask(_:)``.
  @Command(policy: .parallel(max: .max)) public func alert(
    _ caption: String, message: String? = nil, buttons: [String] = ["OK"]
  ) async -> Int? {
    let actions = buttons.enumerated().map { Question.Action.normal($1, $0) }
    return await ask(Question(caption, message: message, actions: actions))
  }

  /// Shows titles, and waits for the place of the one that is chosen.
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

  /// Shows one to three columns of rows, and waits for the places of the picked ones.
  ///
  /// Each column has a row or more; the `selected` ones are picked at first, or else the first ones.
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
  /// A view names the prompt that it answers, so that an answer that comes late meets no other.
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
  /// Without `rows` it picks those that are picked already.
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

  /// Closes what is asked now, or another prompt, without an answer; what it covered is seen again.
  @Command public func dismiss(_ prompt: Int? = nil) throws(ViewModelError) {
    close([try open(prompt).id])
  }

  /// Closes every prompt with the caption, without an answer.
  ///
  /// - Complexity: O(*n*) in the open prompts for each that is closed.
  @Command @discardableResult public func hide(_ caption: String) -> Int {
    close($stack.peek().filter { $0.caption == caption }.map(\.id))
  }

  /// Closes every prompt, without an answer.
  @Command @discardableResult public func hideAll() -> Int { close($stack.peek().map(\.id)) }

  /// Whether a prompt with the caption is open, seen or covered.
  @Command public func isPresenting(caption: String) -> Bool {
    stack.contains { $0.caption == caption }
  }

  // MARK: Telling

  /// Shows a message for a while, as ``wording`` puts it.
  @Command @discardableResult public func toast(
    _ text: String, kind: Toast.Kind = .success, duration: Toast.Length = .long
  ) -> Int? { show(text, kind, duration, action: nil) {} }

  /// Taps a message: takes it away and runs its action, if it has one.
  @Command public func tap(_ toast: Int? = nil) throws(ViewModelError) {
    let id = try $toasts.peek().element(toast, "toast").id
    guard _node_toasts.mayBeWritten() else { return }
    let onTap = toastActions[id]
    remove(toast: id)
    if let onTap { ownGraph.run { untracked(onTap) } }
  }

  /// Takes a message away; its action does not run.
  @Command public func dismissToast(_ toast: Int? = nil) throws(ViewModelError) {
    remove(toast: try $toasts.peek().element(toast, "toast").id)
  }

  // MARK: What goes on

  /// Notes that something is in progress, until ``finish(_:)``; ``during(_:kind:_:)`` does both.
  @Command public func begin(_ message: String? = nil, kind: Activity.Kind = .loading) -> Int {
    let activity = Activity(id: makeID(), kind: kind, message: message)
    if !owned.isEnded.peek() { action { _node_activities.append(activity) } }
    return activity.id
  }

  /// Notes that something is no longer in progress.
  @Command public func finish(_ activity: Int? = nil) throws(ViewModelError) {
    remove(activity: try $activities.peek().element(activity, "activity").id)
  }
}
