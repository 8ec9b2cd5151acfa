import Foundation

/// Nanoseconds that this process has had processors, on whatever thread its tasks ran.
public func processTime() -> Double { nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) }

/// Nanoseconds that this thread has had a processor: other people's work does not count.
public func processorTime() -> Double { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

private func nanoseconds(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Takes a value as if it were used.
@inline(never)
public func blackHole<Value>(_ value: Value) { withExtendedLifetime(value) {} }
