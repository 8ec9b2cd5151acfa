import Foundation

/// Returns the processor time of this process in nanoseconds, on all its threads.
public func processTime() -> Double { nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) }

/// Returns the processor time of this thread in nanoseconds, without the work of other programs.
public func processorTime() -> Double { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

private func nanoseconds(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Uses a value, so that the compiler does not remove its computation.
@inline(never)
public func blackHole<Value>(_ value: Value) { withExtendedLifetime(value) {} }
