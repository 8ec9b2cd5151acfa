import CCurlPeer
import Foundation
import ProcessTestSupport

/// Keeps this program, and the server that it starts, on the current processor; false if the system has no such call.
///
/// A comparison at one connection depends on where the two run. Each request wakes the server, and each response wakes
/// the client. On one processor, a wake-up is a switch of threads, 2 to 3 µs. Between two processors that are otherwise
/// idle, each wake-up interrupts the other processor, which must first leave its sleep. On a virtual machine both go
/// through the host, which takes 20 to 40 µs and more.
///
/// On a quiet machine, the system spreads a loop that only waits, such as the raw socket's, over both processors (about
/// 90 µs per request). A loop that is busy between its waits, as libcurl's is, stays on one. Under load no processor is
/// idle, everything stays on one, and the raw loop takes 7 to 9 µs. So only the figures on one processor compare
/// clients, and not placements.
func stayOnOneProcessor() -> Bool { stay_on_processor() != 0 }

/// Runs this program again on one processor; its lines are added to the table.
func runOnOneProcessor() throws {
  fflush(nil)
  let process = try spawn(
    [BenchmarkServer.program] + CommandLine.arguments.dropFirst() + ["--one-processor"],
    streams: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].map { .descriptor($0) })
  waitpid(process, nil, 0)
}
