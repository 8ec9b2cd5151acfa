import ViewModels

extension Evaluator {
  /// Throws if an expression needs the value of a command that returns nothing, before any part of the expression runs.
  func refuseNothing(
    in expression: Expression, isValueWanted: Bool = true
  ) throws(Diagnostic) {
    guard expression.mayWait else { return }
    switch expression.kind {
    case .call(let callee, let arguments):
      if isValueWanted, case .member(_, let member)? = try? place(of: callee),
        member.kind == .command, member.type == .void
      {
        throw Diagnostic(.notAValue, .returnsNothing, at: expression.span)
      }
      for child in callee.kind.children { try refuseNothing(in: child) }
      for argument in arguments { try refuseNothing(in: argument.value) }
    case .conditional(let condition, let first, let second):
      try refuseNothing(in: condition)
      for branch in [first, second] {
        try refuseNothing(in: branch, isValueWanted: isValueWanted)
      }
    case .attempt(let operand): try refuseNothing(in: operand, isValueWanted: isValueWanted)
    default: for child in expression.kind.children { try refuseNothing(in: child) }
    }
  }
}
