import Bindings
import ViewModels

extension Member {
  /// The value that a tool reads.
  @MainActor
  func read(in viewModel: any ViewModel) -> Any? {
    observable(in: viewModel).map { $0.value as Any } ?? constant(in: viewModel)
  }
}

extension ExecutableCommand {
  /// Starts the command with values, as a tool does.
  @discardableResult
  func execute(_ values: (any Sendable)...) throws(ViewModelError) -> any CommandExecution {
    try execute(
      InputValues(missing: { ViewModelError(.arguments, "no \($0)") }) { index, _ in
        values.count > index ? values[index] as Any : nil
      })
  }
}

extension CommandExecution {
  /// The output after the end, if there is one.
  var output: Any? { get async { await result.output.map { $0 as Any } } }
}
