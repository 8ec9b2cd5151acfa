/// When a combined command can run.
public enum CombinedAdmission: Hashable, Sendable {
  /// When all of its commands can: it runs all of them.
  case all
  /// When at least one of them can: it runs those that can.
  case any
}

extension Command {
  /// Makes a command that runs several at once with the same input.
  ///
  /// ```swift
  /// let refresh = Command.combined(label: "refresh", [loadPosts, loadFriends])
  /// let outcome = await refresh.execute().finished()
  /// ```
  /// The commands begin in one batch and in their order. It has ended when all of them have; its
  /// output is theirs, in their order. If any fails it fails with the first error in that order, and
  /// if any is cancelled or rejected meanwhile it is cancelled or fails with the ``Rejection``; the
  /// others run on to their ends. To cancel it is to cancel the executions that it began.
  ///
  /// - Parameters:
  ///   - label: What to call it; without it, its place in the source.
  ///   - commands: What to run.
  ///   - admission: Whether all of them must be able to run, or one.
  ///   - group: The commands that it excludes; not those of `commands`.
  ///   - graph: Where it belongs, and where `commands` do.
  ///   - fileID: Where it was made, for issues and traces.
  ///   - line: The line in that file.
  /// - Returns: The command.
  public static func combined<Each>(
    label: String? = nil, _ commands: [Command<Input, Each>],
    when admission: CombinedAdmission = .all,
    group: CommandGroup? = nil, graph: Graph = .current, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Command where Output == [Each] {
    let name = label ?? "\(fileID):\(line)"
    let isAdmitted = Computed(label: "\(name).isAdmitted", graph: graph, fileID: fileID, line: line)
    {
      // Read all of them, so that a rejection can name each that is false.
      let states = commands.map(\.isEnabled)
      return admission == .all ? !states.contains(false) : states.contains(true)
    }
    return Command(
      label: name, enabled: isAdmitted, group: group, graph: graph, fileID: fileID, line: line
    ) { input in
      let executions = graph.batch {
        commands.filter { admission == .all || $0.isEnabled }.map { $0.execute(input) }
      }
      return try await Command.outputs(of: executions)
    }
  }

  /// Waits for all of `executions`; cancels them when it is cancelled.
  private static func outputs<Each>(of executions: [Execution<Each>]) async throws -> [Each] {
    var outcomes: [Outcome<Each>] = []
    await withTaskCancellationHandler {
      for execution in executions { outcomes.append(await execution.finished()) }
    } onCancel: {
      onMainActor { for execution in executions { execution.cancel() } }
    }
    return try outcomes.map { outcome in
      switch outcome {
      case .success(let output): return output
      case .failure(let error): throw error
      case .rejected(let rejection): throw rejection
      case .cancelled: throw CancellationError()
      }
    }
  }
}
