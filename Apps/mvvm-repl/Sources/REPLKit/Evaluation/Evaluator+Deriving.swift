import Bindings
import ViewModels

extension Evaluator {
  /// Creates the node of a derived value; a value that depends on a secret is kept out of the log.
  func node(
    named name: String, of body: Expression, isSecret: Bool = false
  ) -> Computed<Variable.Derived> {
    let own = OwnNode()
    let computed = Computed<Variable.Derived>(label: name) { [weak self] in
      guard let self else { return .value(.null) }
      do throws(Diagnostic) {
        let operand = try pure(body)
        if operand.isSecret { own.node?.isSecure = true }
        return Variable.Derived(operand, try value(operand, of: body))
      } catch {
        if error.code == .cancelled { scope.noteCut(name) }
        return .failure(error)
      }
    }
    own.node = computed.node
    computed.node.isSecure = isSecret
    return computed
  }

  /// A box for the node of a derived value, which is set after the node's creation.
  private final class OwnNode {
    var node: Node?
  }

  /// Returns the value of an expression as it may be shown, and the secret behind it; tracked.
  func seen(_ expression: Expression) -> SeenValue {
    do throws(Diagnostic) {
      let operand = try pure(expression)
      switch operand {
      case .value(let value, let type): return SeenValue(shown: .plain(value, type))
      case .secret(let value, let type):
        return SeenValue(shown: .init(secret: value, type), secret: value)
      case .viewModel, .nothing: return SeenValue(shown: .plain(.string(operand.text), .any))
      }
    } catch {
      return SeenValue(shown: .unreadable(Message(error)))
    }
  }

  /// Returns the reason why a condition is false: the values of both sides of a comparison, with cases of an
  /// enumeration as they are typed; for a derived value, the value that decided.
  func sides(of condition: Expression) -> Message? {
    if case .unary("!", let operand) = condition.kind {
      return .reasons([.isTrue(text(of: operand))])
    }
    guard case .binary(let symbol, let left, let right) = condition.kind else {
      return decidingValue(behind: condition).map { .reasons([.isFalse($0)]) }
    }
    guard ["==", "!=", "<", "<=", ">", ">="].contains(symbol),
      case .value(let first, let firstType)? = try? pure(left),
      case .value(let second, let secondType)? = try? pure(right)
    else { return nil }
    // A case that is typed without its type belongs to the type of the other side.
    let texts = (
      Record.ShownValue.plain(first, secondType.hasCases ? secondType : firstType).text(
        in: voice.language),
      Record.ShownValue.plain(second, firstType.hasCases ? firstType : secondType).text(
        in: voice.language)
    )
    return symbol == "!=" ? .bothSides(texts.0) : .sides(texts.0, texts.1)
  }

  /// Returns the path of the false value, nearest to the leaves, that made a derived value false, as for the reason of
  /// a disabled command; `nil` if it is the derived value itself.
  private func decidingValue(behind condition: Expression) -> String? {
    guard let place = try? place(of: condition), let whole = place.node, whole.kind == .computed
    else { return nil }
    let paths = scope.nodePaths
    var (deciding, path) = (whole, nil as String?)
    while true {
      deciding.refresh()
      guard let last = deciding.dependencies.last, last != deciding else { return path }
      last.refresh()
      guard last.valueDescription == "false", let name = paths[last] else { return path }
      (deciding, path) = (last, name)
    }
  }
}
