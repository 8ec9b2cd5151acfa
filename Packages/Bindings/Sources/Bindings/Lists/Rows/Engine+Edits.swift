// An edit of a list lends the rows to the user's code, then takes them back. No user code runs between the change of
// the rows and the change of the version; issues are reported, and deinits run, after that.

@MainActor
extension Engine {
  /// Releases rows that a list no longer needs; their deinits may be user code, so the release waits for the end of
  /// running evaluations, which must not record its reads, and of edits that have borrowed another value.
  @inlinable
  func letGo<Rows>(ofRows rows: consuming Rows) {
    let isLent = unsafe Engine.lent > 0
    guard isComputing || isLent else { return letGo(rows) }
    discard(rows)
    if isLent { settleAfterOthers() }
  }

  /// Reports rows that a list left out because their identity is that of another row.
  func reportDuplicates(_ identities: [Any], in node: NodeRef) {
    var which = ""
    if node.flags.isDisjoint(with: [.secure, .veiled]), !Trace.hidesValues {
      which = ": " + identities.prefix(3).map { "\($0)" }.joined(separator: ", ")
      if identities.count > 3 { which += " and \(identities.count - 3) more" }
    }
    context.report(
      .duplicateIdentity,
      "'\(name(node))' was given rows with an identity it has already\(which); "
        + "one row of each was kept. Make ids unique, or update the row that is there.", [node])
  }
}
