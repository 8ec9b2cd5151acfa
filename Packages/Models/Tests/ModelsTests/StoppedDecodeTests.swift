import Foundation
import Models
import Testing

/// A decode that is stopped ends, whatever the model's own code does about its errors.
@Suite struct StoppedDecodeTests {
  private struct Row: Decodable { var a: Int }

  /// Takes any value, to step over one.
  private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  private struct Endless: Error {}

  private enum Keys: String, CodingKey { case none }

  /// The ways in which models step over an element that does not decode.
  private enum Way: CaseIterable {
    case decode, nestedContainer, nestedArray, superDecoder, optional, count, allWays

    @TaskLocal static var current = Way.decode
  }

  /// Reads the elements that are sound, as models without a wrapper do, and none of them is.
  private struct Sound: Decodable {
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      var (steps, sound) = (0, 0)
      while Way.current == .count ? list.currentIndex < list.count ?? 0 : !list.isAtEnd {
        steps += 1
        guard steps < 10_000 else { throw Endless() }
        if (try? list.decode(Row.self)) != nil {
          sound += 1
          continue
        }
        switch Way.current {
        case .decode, .count: _ = try? list.decode(Anything.self)
        case .nestedContainer: _ = try? list.nestedContainer(keyedBy: Keys.self)
        case .nestedArray:
          if (try? list.nestedUnkeyedContainer()) == nil { _ = try? list.decode(Anything.self) }
        case .superDecoder: _ = try? list.superDecoder()
        case .optional: _ = try? list.decodeIfPresent(Anything.self)
        case .allWays:
          if (try? list.decodeNil()) == true { continue }
          if (try? list.decode(Int.self)) == nil, (try? list.decode(String.self)) == nil {
            _ = try? list.superDecoder()
          }
        }
      }
      guard sound > 0 else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "None is good."))
      }
    }
  }

  @Test(arguments: Way.allCases, [1, 99, 100, 101, 1000])
  private func aModelThatCatchesItsErrorsGetsToTheEnd(way: Way, count: Int) {
    let text = "[\(Array(repeating: #"{"a":"x"}"#, count: count).joined(separator: ","))]"
    var shallow = DecodingOptions()
    shallow.depthLimit = 100
    for options in [DecodingOptions(), .own, .lossy, shallow] {
      let error = Way.$current.withValue(way) {
        #expect(throws: ModelError.self) {
          try ModelDecoder(options).decode(Sound.self, from: text)
        }
      }
      #expect(error?.problems.isEmpty == false)
      #expect(error?.problems.contains { $0.remedy.contains("Endless") } == false, "\(way)")
    }
  }

  /// A document that needs more of the stack than there is stops the decode in the middle of a list.
  @Test func aModelThatCatchesTheLimitOfTheStackGetsToTheEnd() async {
    final class Deep: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var steps = 0
        while !list.isAtEnd {
          steps += 1
          guard steps < 1000 else { throw Endless() }
          if (try? list.decode(Deep.self)) == nil { _ = try? list.decode(Anything.self) }
        }
      }
    }
    let depth = 2000
    let text =
      String(repeating: "[1,", count: depth - 1) + "[]" + String(repeating: "]", count: depth - 1)
    var options = DecodingOptions()
    options.depthLimit = depth
    let decoder = ModelDecoder(options)
    let error: (any Error)? = await withCheckedContinuation { continuation in
      let thread = Thread {
        do {
          _ = try decoder.decode(Deep.self, from: text)
          continuation.resume(returning: nil)
        } catch {
          continuation.resume(returning: error)
        }
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect((error as? ModelError)?.problems.map(\.kind) == [.limit])
  }
}
