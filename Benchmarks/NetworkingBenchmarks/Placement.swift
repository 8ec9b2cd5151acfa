import CCurlPeer
import Foundation
import ProcessTestSupport

/// Keeps this program and the server that it starts on the processor where it is now; false where
/// the system has no such call.
///
/// Where the two run decides a comparison at one connection. Each request wakes the server and the
/// answer wakes the client. On one processor a wake-up is a switch of threads, 2 to 3 µs. Between
/// two processors that are otherwise idle each wake-up is an interrupt of the other processor, which
/// first has to leave its sleep; on a virtual machine both go through the host, 20 to 40 µs and
/// more. The system spreads a loop that does nothing but wait, such as the raw socket's, over both
/// processors of a quiet machine (some 90 µs a request), and leaves one that is busy between its
/// waits, as libcurl's is, on one. Beside load there is no idle processor, everything stays on one,
/// and the raw loop takes 7 to 9 µs. So the figures that compare clients, and not placements, are
/// those on one processor.
func stayOnOneProcessor() -> Bool { stay_on_processor() != 0 }

/// Runs this program again on one processor; its lines join the table.
func runOnOneProcessor() throws {
  fflush(nil)
  let process = try spawn(
    [BenchmarkServer.program] + CommandLine.arguments.dropFirst() + ["--one-processor"],
    streams: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].map { .descriptor($0) })
  waitpid(process, nil, 0)
}
