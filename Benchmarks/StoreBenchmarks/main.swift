// The store, compared with SQLite's C interface and plain GRDB: bench store [--quick] [--only CASE].
import Foundation

let bench = try Bench(CommandLine.arguments.dropFirst())
defer { bench.removeFiles() }
try await bench.run("puts", measurePuts)
try await bench.run("cache", measureCachePuts)
try await bench.run("gets", measureGets)
try await bench.run("durable", measureDurableWriters)
try await bench.run("large", measureLargeTable)
try bench.save()
