/// A binding that was created at the prompt.
struct LiveBinding: RestingThing {
  static let kind = Message.binding
  /// The prefix of the labels of the observers that transfer values, before the description.
  nonisolated static let labelStart = "binding "
  let number: Int
  let description: String
  let paths: [String]
  /// The sides, without parts that may wait.
  let first: Expression
  let second: Expression
  let isTwoWay: Bool
  let converter: Converter?
  /// The link, whose release ends the binding, and the observers that mark the values that it transfers to a secret
  /// place as secret.
  var link: [AnyObject]
  let rest: Rest
  /// Links the current values of the paths, or throws the reason why they cannot be linked.
  let renew: @MainActor () throws(Diagnostic) -> [AnyObject]
}
