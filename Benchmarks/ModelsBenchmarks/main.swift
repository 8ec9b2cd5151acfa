import Foundation
import Measuring
import Models

// Reads and writes documents of four kinds through Models and through Foundation, in one process.
// `ModelsBenchmarks [--quick]` prints the table and writes it to .build/bench/models.tsv.

let isQuick = CommandLine.arguments.contains("--quick")
let rounds = isQuick ? 3 : 9
let decoder = JSONDecoder()
decoder.dateDecodingStrategy = .iso8601
let encoder = JSONEncoder()
encoder.dateEncodingStrategy = .iso8601
encoder.outputFormatting = .withoutEscapingSlashes

let places = (0..<10_000).map(Place.init)
let document = try ModelEncoder().encode(places)
let messages = Message.document(1000)
let catalogue = Catalogue.document(3000)
let coast = Coast.document(500)

guard try ModelDecoder().decode([Place].self, from: document) == places else {
  throw Failure(message: "The places do not come back.")
}

let jobs = [
  Job(
    name: "read places, Codable", bytes: document.count, target: 0.95, note: "",
    ours: { try ModelDecoder().decode([Place].self, from: document).count },
    theirs: { try decoder.decode([Place].self, from: document).count }),
  Job(
    name: "read places, two wrappers", bytes: document.count, target: 0.95, note: "",
    ours: { try ModelDecoder().decode([WrappedPlace].self, from: document).count },
    theirs: { try decoder.decode([Place].self, from: document).count }),
  Job(
    name: "read places, lossy options", bytes: document.count, target: nil, note: "own decoder",
    ours: { try ModelDecoder(.lossy).decode([Place].self, from: document).count },
    theirs: { try decoder.decode([Place].self, from: document).count }),
  Job(
    name: "read places, any JSON", bytes: document.count, target: nil,
    note: "JSONValue against JSONSerialization",
    ours: { try JSONValue(parsing: document).array?.count ?? 0 },
    theirs: { (try JSONSerialization.jsonObject(with: document) as? [Any])?.count ?? 0 }),
  Job(
    name: "read messages, Codable", bytes: messages.count, target: nil, note: "",
    ours: { try ModelDecoder().decode([Message].self, from: messages).count },
    theirs: { try decoder.decode([Message].self, from: messages).count }),
  Job(
    name: "read catalogue, Codable", bytes: catalogue.count, target: nil, note: "",
    ours: { try ModelDecoder().decode(Catalogue.self, from: catalogue).performances.count },
    theirs: { try decoder.decode(Catalogue.self, from: catalogue).performances.count }),
  Job(
    name: "read coast, Codable", bytes: coast.count, target: nil, note: "",
    ours: { try ModelDecoder().decode([[[Double]]].self, from: coast).count },
    theirs: { try decoder.decode([[[Double]]].self, from: coast).count }),
  Job(
    name: "write places, Codable", bytes: document.count, target: nil, note: "ours sorts keys",
    ours: { try ModelEncoder().encode(places).count > 0 ? 1 : 0 },
    theirs: { try encoder.encode(places).count > 0 ? 1 : 0 }),
]

let table = ResultTable(layer: "models")
for job in jobs { table.report(try job.measure(rounds: rounds)) }
try table.save()
