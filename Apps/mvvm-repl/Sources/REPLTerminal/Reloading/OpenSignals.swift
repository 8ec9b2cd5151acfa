import Foundation

/// Calls `body` with no signal blocked on this thread, for a program that replaces this one.
///
/// Dispatch blocks all signals on its threads, and a new program inherits that. Nobody could then interrupt or end it.
func withOpenSignals<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  var none = sigset_t()
  var before = sigset_t()
  unsafe sigemptyset(&none)
  unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
  return try body()
}
