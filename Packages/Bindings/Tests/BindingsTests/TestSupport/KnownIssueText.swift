import Synchronization
import Testing

/// Runs `body`, which must fail, and returns the text of its issues.
@MainActor
func issueText(_ body: @MainActor () -> Void) -> [String] {
  let texts = Mutex<[String]>([])
  withKnownIssue {
    body()
  } matching: { issue in
    texts.withLock { $0 += issue.comments.map(\.rawValue) }
    return true
  }
  return texts.withLock { $0 }
}
