/// A demo: the statements that make a view-model and show its screen, and what to type first.
///
/// ```swift
/// session.offer([
///   Demo(
///     "cart", "a cart that adds up", "会算总价的购物车", opening: ["let cart = Cart()", ":screen cart"],
///     first: [.init("cart.add(\"tea\")", "one thing more; the sum follows", "多一件，总价随之变化")])
/// ])
/// ```
/// The statements of `first` must run in this order, in a session that has just opened the demo.
public struct Demo: Sendable {
  /// The name, as typed after `:demo`.
  public let name: String
  /// A short summary of what the demo shows.
  public let summary: Message
  /// The statements that open the demo; the last one shows its screen.
  public let opening: [String]
  /// The statements to type first, in this order.
  public let first: [Line]

  /// A statement to type, and what it shows.
  public struct Line: Sendable {
    /// The statement.
    public let statement: String
    /// A short explanation of what the statement shows.
    public let text: Message

    /// Creates a line with its explanation in both languages.
    public init(_ statement: String, _ english: Message.Wording, _ chinese: Message.Wording) {
      self.statement = statement
      text = Message(english, chinese, key: "demoLine")
    }
  }

  /// Creates a demo with its summary in both languages; its name has no white space.
  public init(
    _ name: String, _ english: Message.Wording, _ chinese: Message.Wording, opening: [String],
    first: [Line]
  ) {
    self.name = name
    summary = Message(english, chinese, key: "demo")
    self.opening = opening
    self.first = first
  }
}
