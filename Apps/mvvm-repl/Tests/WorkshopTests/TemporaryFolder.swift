import Foundation

/// Runs `body` with an empty folder, which is removed afterwards.
@MainActor
func withFolder(_ body: @MainActor (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "WorkshopTests-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder)
}
