extension Binding {
  /// Keeps a property and the text of a field equal, and leaves the field alone while its user composes.
  ///
  /// An input method shows what it is about to make, `ni hao`, in the field before the user picks 你好.
  /// While `isComposing` is true nothing passes between the two. Afterwards:
  /// - Did the composition change the text, it is written to `leading`, even if that was written
  ///   meanwhile: the commit is the later write.
  /// - Did it not, as when the user gave it up, `following` takes what `leading` has become.
  ///
  /// Either way that is one notification for each end that changes. The field must write the committed
  /// text before it ends the composition, or both in one ``batch(_:)``.
  /// ```swift
  /// let name = Binding.twoWay(
  ///   leading: form.name, following: field.text, isComposing: field.hasMarkedText)
  /// ```
  public static func twoWay<Value: Equatable>(
    leading: Property<Value>, following: Property<Value>,
    isComposing: any ObservableValue<Bool>, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Binding {
    twoWay(
      leading: leading, following: following, isComposing: isComposing, label: label,
      fileID: fileID, line: line, forward: { $0 }, backward: { $0 })
  }

  /// Keeps a property in step with the text of a field through a pair of converters, and leaves the
  /// field alone while its user composes.
  ///
  /// `backward` returns nil for a text that `leading` cannot take; `leading` then keeps its value and
  /// the field its text. The rules for composing are those of
  /// ``twoWay(leading:following:isComposing:label:fileID:line:)``.
  public static func twoWay<Leading: Equatable, Following: Equatable>(
    leading: Property<Leading>, following: Property<Following>,
    isComposing: any ObservableValue<Bool>, label: String? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    forward: @escaping @MainActor (Leading) -> Following,
    backward: @escaping @MainActor (Following) -> Leading?
  ) -> Binding {
    let field = ComposingField(leading, following, forward: forward, backward: backward)
    let token = leading.node.engine.subscribe(label: label, fileID: fileID, line: line) {
      field.settle(leading.value, following.value, isComposing.value)
    }
    return Binding([token])
  }
}

/// What passes between a property and a field whose user may compose.
@MainActor
private final class ComposingField<Leading: Equatable, Following: Equatable> {
  private let leading: Property<Leading>
  private let following: Property<Following>
  private let forward: @MainActor (Leading) -> Following
  private let backward: @MainActor (Following) -> Leading?
  /// What `leading` was when the two were last in step; nil before they first were.
  private var settled: Leading?
  /// What the field showed then, or when a composition was met at the start.
  private var shown: Following?
  private var wasComposing = false

  init(
    _ leading: Property<Leading>, _ following: Property<Following>,
    forward: @escaping @MainActor (Leading) -> Following,
    backward: @escaping @MainActor (Following) -> Leading?
  ) {
    self.leading = leading
    self.following = following
    self.forward = forward
    self.backward = backward
  }

  func settle(_ value: Leading, _ text: Following, _ isComposing: Bool) {
    if isComposing {
      if shown == nil { shown = text }
      wasComposing = true
      return
    }
    let hasCommitted = wasComposing && shown != text
    wasComposing = false
    leading.ref.engine.untracked {
      if hasCommitted {
        take(text, value)
      } else if settled != value {
        show(value)
      } else if shown != text {
        take(text, value)
      }
    }
  }

  private func show(_ value: Leading) {
    let text = forward(value)
    (settled, shown) = (value, text)
    following.value = text
  }

  private func take(_ text: Following, _ old: Leading) {
    let value = backward(text) ?? old
    (settled, shown) = (value, text)
    leading.value = value
  }
}
