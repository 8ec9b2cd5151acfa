import Foundation
import ViewModels

/// A source of images that answers when a test tells it to.
@MainActor
final class HandDrivenImages: ImageSource {
  struct Missing: Error, CustomStringConvertible { let description = "There is no such image." }

  /// The addresses that were asked for, in order.
  private(set) var asked: [String] = []
  /// The addresses that nobody wanted any more.
  private(set) var cancelled: [String] = []
  /// Whether a request ends when it is cancelled, as a good source's does.
  var heedsCancellation = true
  private typealias Request = (
    address: String, answer: CheckedContinuation<LoadedImage, any Error>
  )
  private var unwanted: Set<Int> = []
  private var waiting: [Int: Request] = [:]

  /// The addresses whose images somebody still waits for.
  var open: Set<String> { Set(waiting.values.map(\.address)) }

  /// The addresses of the requests that were not cancelled.
  var wanted: Set<String> {
    Set(waiting.filter { !unwanted.contains($0.key) }.map(\.value.address))
  }

  @MainActor func image(at address: String) async throws -> LoadedImage {
    let number = asked.count
    asked.append(address)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiting[number] = (address, $0) }
    } onCancel: {
      Task { @MainActor in
        self.cancelled.append(address)
        self.unwanted.insert(number)
        guard self.heedsCancellation else { return }
        self.waiting.removeValue(forKey: number)?.answer.resume(throwing: CancellationError())
      }
    }
  }

  /// Waits until so many images were asked for.
  func wait(for count: Int) async { while asked.count < count { await Task.yield() } }

  /// Answers with so many bytes.
  func answer(_ address: String, _ count: Int = 3) {
    answer(address, .success(LoadedImage(Data(repeating: 7, count: count), from: .network)))
  }

  func fail(_ address: String) { answer(address, .failure(Missing())) }

  private func answer(_ address: String, _ result: Result<LoadedImage, any Error>) {
    for (number, request) in waiting where request.address == address {
      waiting[number] = nil
      request.answer.resume(with: result)
    }
  }
}

/// A source that answers at once, with as many bytes as the address says.
struct ImagesOfSize: ImageSource {
  func image(at address: String) async throws -> LoadedImage {
    LoadedImage(
      Data(repeating: 1, count: Int(address.split(separator: "/").last ?? "") ?? 0), from: .network)
  }
}
