import Bindings
import Testing

extension Samples {
  @Suite @MainActor struct CommandGroupSamples {
    struct Posts: Sendable { func save() async throws { await Task.yield() } }

    let store = Posts()

    @Test func excluding() async {
      let store = store
      let draft = Property("text")
      let editing = CommandGroup(label: "editing")
      let save = Command<Void, Void>(label: "save", group: editing) { try await store.save() }
      let discard = Command<Void, Void>(label: "discard", group: editing) { draft.value = "" }
      let run = save.execute()
      #expect(!discard.isEnabled)
      _ = await run.finished()
      discard.execute()
      #expect(draft.value == "")
    }

    @Test func combining() async {
      let loadPosts = Command<Void, Int>(label: "loadPosts") { 1 }
      let loadFriends = Command<Void, Int>(label: "loadFriends") { 2 }
      let refresh = Command.combined(label: "refresh", [loadPosts, loadFriends])
      let outcome = await refresh.execute().finished()
      #expect(outcome.output == [1, 2])
    }
  }
}
