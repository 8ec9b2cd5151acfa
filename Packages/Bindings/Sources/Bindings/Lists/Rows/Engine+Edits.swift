// An edit of a list: its rows are lent to the user's code, then taken back. None of it runs between the rows
// that have moved on and the version that says so: what is reported, and what ends, comes after that.

@MainActor
extension Engine {
  /// Lets go of what a list does not need any more: the end of a row may be user code, which neither
  /// belongs to the evaluation that is going on nor is read by it, nor runs while another value is lent to an edit.
  @inlinable
  func letGo<Rows>(ofRows rows: consuming Rows) {
    let isLent = unsafe Engine.lent > 0
    guard isComputing || isLent else { return letGo(rows) }
    discard(rows)
    if isLent { settleAfterOthers() }
  }

  /// Rows with the identity of another row were left out of a list.
  @usableFromInline
  func reportDuplicates(_ identities: [Any], in node: NodeRef) {
    var which = ""
    if !node.flags.contains(.secure), !Trace.hidesValues {
      which = ": " + identities.prefix(3).map { "\($0)" }.joined(separator: ", ")
      if identities.count > 3 { which += " and \(identities.count - 3) more" }
    }
    context.report(
      .duplicateIdentity,
      "'\(name(node))' was given rows with an identity it has already\(which); "
        + "one row of each was kept. Make ids unique, or update the row that is there.", [node])
  }
}
