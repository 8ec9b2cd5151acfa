import ProcessTestSupport

extension ChildProcess {
  /// Starts the program that writes into a store.
  convenience init(_ arguments: String...) throws {
    try self.init(running: BuildProducts.executable("StoreCrashWriter"), arguments)
  }

  /// Kills it, and reads what it had acknowledged.
  func linesUntilKilled() -> [String] {
    kill()
    return lines()
  }
}
