import Testing
import ViewModels

@testable import REPLKit

/// A list that changes is searched for secrets as far as it is new.
@Suite struct SearchedListTests {
  @Test func onlyNewElementsAreSearched() {
    var list = SearchedList()
    var searched: [DynamicValue] = []
    func isTold(_ elements: [DynamicValue], in version: Int = 1) -> Bool {
      searched = []
      return list.isTold(elements, in: version) { element in
        searched.append(element)
        return element == "secret"
      }
    }
    #expect(!isTold([1, 2, 3]) && searched == [1, 2, 3])
    #expect(!isTold([1, 2, 3, 4]) && searched == [4])
    // It keeps only so many, as `net.rows` does.
    #expect(isTold([2, 3, 4, "secret"]) && searched == ["secret"])
    #expect(isTold([3, 4, "secret", 5]) && searched == [5])
    #expect(isTold([3, 9, "secret", 5]) && searched == [9])
    #expect(isTold([3, "secret", 5]) && searched.isEmpty)
    #expect(!isTold([3, 5]) && searched.isEmpty)
    #expect(!isTold([]) && searched.isEmpty)
    #expect(!isTold([5, 5]) && searched == [5, 5])
    #expect(isTold([5, "secret", 5]) && searched == ["secret"])
    #expect(isTold([5, 5, "secret"]) && searched == [5, "secret"])
    // Another secret has become known.
    #expect(isTold([5, 5, "secret"], in: 2) && searched == [5, 5, "secret"])
  }

  /// What is searched for a new element does not depend on those that were there.
  @Test(arguments: [100, 1_000]) func aGrowingListCostsItsLength(count: Int) {
    var (list, searches) = (SearchedList(), 0)
    var elements: [DynamicValue] = []
    for number in 0..<count {
      elements.append(.int(number))
      _ = list.isTold(elements, in: 0) { _ in
        searches += 1
        return false
      }
    }
    #expect(searches == count)
  }
}
