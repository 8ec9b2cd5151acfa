import Bindings

/// Runs a public change as an action: one batch that tracks nothing.
///
/// An observer may then call it like any other code. Without it, the observer would depend on what the
/// change reads, and so run again because of what it has changed itself.
@MainActor
func action<Value, Failure: Error>(
  _ body: () throws(Failure) -> Value
) throws(Failure) -> Value {
  try untracked { () throws(Failure) in try batch(body) }
}
