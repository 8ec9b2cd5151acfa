// The process that the crash tests start, watch and kill. Each command is one line of arguments.
import CStoreFaults
import Foundation
import Store

/// Writes one line past all buffers: what the parent has read was acknowledged.
func say(_ text: String) {
  let bytes = Array("\(text)\n".utf8)
  unsafe bytes.withUnsafeBytes { buffer in
    var rest = unsafe buffer[...]
    while unsafe !rest.isEmpty {
      let count = unsafe write(1, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      guard count > 0 else { exit(9) }
      unsafe rest = rest.dropFirst(count)
    }
  }
}

/// One transaction of the crash suite: seven rows that must agree, and one more row for ever.
func step(_ number: Int, in store: KeyValueStore) throws {
  try store.write { transaction in
    for member in 0..<7 {
      try transaction.put([number, member], id: "group/\(member)")
    }
    try transaction.table("log").put(
      Data(repeating: UInt8(number & 255), count: 300), id: "\(number)")
  }
}

func run(_ arguments: [String]) throws {
  let path = arguments[1]
  switch arguments[0] {
  case "groups":
    var configuration = StoreConfiguration()
    configuration.durability =
      arguments[2] == "full" ? .survivesPowerLoss : .survivesProcessKill
    let store = try KeyValueStore(path: path, configuration: configuration)
    var number = try store.get([Int].self, id: "group/0")?[0] ?? 0
    while true {
      number += 1
      try step(number, in: store)
      say("\(number)")
    }
  case "pair":
    // pair PATH NAME: a row of its own and a sum that another process adds to as well.
    let store = try KeyValueStore(path: path)
    var number = try store.get(Int.self, id: arguments[2]) ?? 0
    while true {
      number += 1
      try store.write { transaction in
        try transaction.put(number, id: arguments[2])
        try transaction.table(arguments[2]).put(number, id: "\(number)")
        try transaction.put((try transaction.get(Int.self, id: "sum") ?? 0) + 1, id: "sum")
      }
      say("\(number)")
    }
  case "increment":
    let store = try KeyValueStore(path: path)
    for _ in 0..<(Int(arguments[2]) ?? 0) {
      try store.write { transaction in
        try transaction.put((try transaction.get(Int.self, id: "count") ?? 0) + 1, id: "count")
      }
    }
    try store.close()
    say("done")
  case "fill":
    // A limit on file size, or a full disk, must be an error and not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    if let bytes = rlim_t(arguments[2]) {
      var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
      #if canImport(Darwin)
        unsafe setrlimit(RLIMIT_FSIZE, &limit)
      #else
        unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue)), &limit)
      #endif
    }
    let store = try KeyValueStore(path: path)
    var number = 0
    while true {
      do { try step(number + 1, in: store) } catch let error as StoreError {
        say("\(number) \(error.code.rawValue)")
        return
      }
      number += 1
    }
  case "fault":
    // fault PATH DURABILITY KIND COUNT SEED STEPS: what was acknowledged, then how it ended.
    let kinds = [
      "error": StoreFaultInputOutput, "full": StoreFaultDiskFull, "power": StoreFaultPowerLoss,
      "disorder": StoreFaultPowerLossInDisorder, "read": StoreFaultRead,
      "no shared memory": StoreFaultNoSharedMemory,
    ]
    guard let kind = kinds[arguments[3]], let count = Int64(arguments[4]),
      let seed = UInt64(arguments[5]), let steps = Int(arguments[6]),
      store_faults_install(kind, count, seed) == 0
    else { exit(2) }
    var configuration = StoreConfiguration()
    configuration.durability =
      arguments[2] == "full" ? .survivesPowerLoss : .survivesProcessKill
    do {
      let store = try KeyValueStore(path: path, configuration: configuration)
      let first = try store.get([Int].self, id: "group/0")?[0] ?? 0
      for number in (first + 1)...(first + steps) {
        try step(number, in: store)
        say("\(number)")
      }
      try store.close()
      say(store_faults_is_pending() == 0 ? "closed" : "spared")
    } catch let error as StoreError {
      say(error.code.rawValue)
    }
  case "default":
    try KeyValueStore(path: path).close()
    guard store_faults_choose_default() == 0 else { exit(2) }
    try KeyValueStore(path: path).close()
    say(store_faults_is_default_chosen() == 0 ? "replaced" : "kept")
  case "hot journal":
    guard unsafe store_faults_leave_hot_journal(path) == 0 else { exit(2) }
    kill(getpid(), SIGKILL)
  case "unprivileged":
    if geteuid() == 0 {
      guard setgid(65534) == 0, setuid(65534) == 0 else { exit(8) }
    }
    var configuration = StoreConfiguration()
    configuration.isReadOnly = arguments[2] == "read"
    do {
      let store = try KeyValueStore(path: path, configuration: configuration)
      say("\(try store.count())")
      try store.put(1, id: "new")
      say("written")
    } catch {
      say(error.code.rawValue)
    }
  default: exit(2)
  }
}

try run(Array(CommandLine.arguments.dropFirst()))
