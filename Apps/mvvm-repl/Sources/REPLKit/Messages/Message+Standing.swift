import ViewModels

// Messages about watches and bindings.

extension Message {
  static func alreadyWatched(_ numbers: [String]) -> Self {
    Self("already watched as \(numbers)", "已经在观察：\(numbers)")
  }
  static func alreadyBound(_ numbers: [String]) -> Self {
    Self("already bound as \(numbers)", "已经绑定：\(numbers)")
  }
  /// The remark that other bindings exist between the same two members.
  static func alsoBound(_ bindings: [String]) -> Self {
    Self(
      "these two were bound already: \(bindings); unbind ends one",
      "这两个成员之前已经绑定：\(bindings)；用 unbind 结束")
  }
  static func neverChanges(_ name: String) -> Self {
    Self("'\(name)' is a constant, which never changes", "“\(name)”是常量，永远不变")
  }
  static var nothingToWatch: Self {
    Self("this never changes, so there is nothing to watch", "它永远不变，没有什么可观察")
  }
  static var watchAMember: Self {
    Self(
      "Watch a member of a view-model, a var, or let x = { … }.", "请观察视图模型的成员、var，或 let x = { … }。")
  }
  static func cannotObserveCommand(_ name: String) -> Self {
    Self(
      "\(name) is a command; only members with a value can be observed.", "\(name) 是命令；只有带值的成员可以观察。"
    )
  }
  static func watchState(_ path: String) -> Self {
    Self(
      "Watch \(path).isEnabled or \(path).isExecuting.",
      "请观察 \(path).isEnabled 或 \(path).isExecuting。")
  }
  static var nothingWatched: Self {
    Self("Nothing is watched. Try watch form.output.", "没有观察任何值。试试 watch form.output。")
  }
  static var watched: Self { Self("Watched", "观察") }
  static func sidesAreSame(_ path: String) -> Self {
    Self("both sides are the same, '\(path)'", "两边是同一个“\(path)”")
  }
  static func bindingWasCut(_ binding: String, _ target: String) -> Self {
    Self(
      "\(binding): its value was not computed to the end, so \(target) stays as it is until a value that it follows changes again",
      "\(binding)：要传递的值没有算完，\(target) 保持原样，直到它所依赖的值再次变化")
  }
  static func nothingLeadsBack(_ converter: String) -> Self {
    Self("'\(converter)' has no inverse", "“\(converter)”没有逆转换")
  }
  static var bindOneWay: Self { Self("Bind it one way, with ->.", "用 -> 单向绑定。") }
  static func cannotBeCompared(_ type: ValueType) -> Self {
    Self("Values of \(type) cannot be compared.", "\(type) 类型的值无法比较。")
  }
  static func sidesDiffer(
    _ name: String, _ type: ValueType, _ other: String, _ otherType: ValueType
  ) -> Self {
    Self(
      "\(name) is \(type), \(other) is \(otherType); both sides need the same type.",
      "\(name) 是 \(type)，\(other) 是 \(otherType)；两边的类型必须相同。")
  }
  static func onlyValuesCanBeBound(_ name: String) -> Self {
    Self("\(name) is a command; only values can be bound", "\(name) 是命令；只有值可以绑定")
  }
  static func bindState(_ path: String) -> Self {
    Self(
      "Bind \(path).isEnabled or \(path).isExecuting.",
      "请绑定 \(path).isEnabled 或 \(path).isExecuting。")
  }
  static func cannotBindToConstant(_ name: String) -> Self {
    Self("'\(name)' cannot be set, so nothing can be bound to it", "“\(name)”不能设置，所以不能绑定到它")
  }
  static var varOrOtherWay: Self {
    Self("Declare it with var, or bind it the other way.", "用 var 声明，或反过来绑定。")
  }
  static var orOtherWay: Self { Self("Or bind it the other way.", "或反过来绑定。") }
  static func cannotBindToDerived(_ path: String) -> Self {
    Self("\(path) is derived, so nothing can be bound to it", "\(path) 由其他值派生，不能绑定到它")
  }
  static var bindToMember: Self {
    Self("the target of a binding is a member or a variable", "绑定的目标是成员或变量")
  }
  static func makesNothing(_ converter: String, _ value: String) -> Self {
    Self("'\(converter)' cannot convert \(value)", "“\(converter)”无法转换 \(value)")
  }
  static var nothingBound: Self {
    Self(
      "Nothing is bound. Try bind form.phone <-> other.phone.",
      "没有绑定。试试 bind form.phone <-> other.phone。")
  }
  static var bound: Self { Self("Bound", "绑定") }
}
