import Foundation

/// Calls `body` with some signals, or by default with all of them, not blocked on this thread.
///
/// Dispatch blocks all signals on its threads. A new program would inherit that, and nobody could interrupt or end it.
func withOpenSignals<Result, Failure: Error>(
  _ signals: Int32..., body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  var open = sigset_t()
  var before = sigset_t()
  unsafe sigfillset(&open)
  if !signals.isEmpty { unsafe sigemptyset(&open) }
  for signal in signals { unsafe sigaddset(&open, signal) }
  unsafe pthread_sigmask(SIG_UNBLOCK, &open, &before)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
  return try body()
}
