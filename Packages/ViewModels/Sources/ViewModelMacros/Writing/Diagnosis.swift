import SwiftDiagnostics
import SwiftSyntax

/// Everything that the macros find wrong, in the words that the programmer sees.
enum Diagnosis: Hashable {
  case notAClass
  case neitherFinalNorIsolated
  case severalNames
  case lazyVariable
  case weakVariable
  case nonisolatedVariable
  case observingAccessor
  case opaqueType
  case effects
  case missingType
  case foreignAttribute
  case secureWithoutNode
  case secureAndIgnored
  case commandOutsideViewModel
  case commandOnSomethingElse
  case staticCommand
  case genericCommand
  case unfitParameter(String)
  case opaqueResult
  case duplicateName(String)
  case unknownCondition(String)
  case pathOfCondition
  case policyWithoutEffect
  case rawName(String)
  case overridingCommand
  case inputWithoutOwnName(String)
}

extension Diagnosis: DiagnosticMessage {
  var severity: DiagnosticSeverity { .error }

  var diagnosticID: MessageID { MessageID(domain: "ViewModels", id: "\(self)") }

  var message: String {
    switch self {
    case .notAClass:
      "@ViewModel is for classes: a view-model is shared by all that show it"
    case .neitherFinalNorIsolated:
      "a view-model that can be subclassed must be isolated itself: write final or @MainActor"
    case .severalNames:
      "a node needs a declaration of its own: write one name in each var"
    case .lazyVariable:
      "a lazy var cannot be a node: derived values are computed when first asked for anyway"
    case .weakVariable:
      "a node keeps its value, so it cannot be weak or unowned"
    case .nonisolatedVariable:
      "a node lives on the main actor, so its var cannot be nonisolated"
    case .observingAccessor:
      "willSet and didSet would miss writes that come through a binding: observe the node instead"
    case .opaqueType:
      "a node needs to know its type: write it without some"
    case .effects:
      "a derived value cannot be async or throwing: load it by a command into a stored var"
    case .missingType:
      "write the type of a var whose setter is restricted: its node is shown read-only"
    case .foreignAttribute:
      "a node stores the value itself, so no wrapper or other macro can"
    case .secureWithoutNode:
      "@Secure is for the vars and commands of an instance: only those have what tools show"
    case .secureAndIgnored:
      "an ignored var is shown by no tool, so @Secure has no effect"
    case .commandOutsideViewModel:
      "@Command needs a class marked @ViewModel around it, not an extension or another type"
    case .commandOnSomethingElse:
      "@Command is for methods"
    case .staticCommand:
      "a command belongs to an instance"
    case .genericCommand:
      "a command needs to know its types: write it without generic parameters"
    case .unfitParameter(let name):
      "a command takes plain values: '\(name)' must not be inout, isolated, variadic, some, "
        + "an autoclosure or a parameter pack"
    case .opaqueResult:
      "a command needs to know what it returns: write the type without some"
    case .duplicateName(let name):
      "there is a member '\(name)' already: tools go by first names alone"
    case .unknownCondition(let name):
      "there is no var '\(name)' in this class to enable the command"
    case .pathOfCondition:
      "enabled names one var of this class: derive what you need in a var of its own"
    case .policyWithoutEffect:
      "a method that is not async has ended before it can be executed again: it needs no policy"
    case .rawName(let name):
      "a node and a command are named after their declaration: '\(name)' must be an identifier"
    case .overridingCommand:
      "a command executes the override of its method already: write @Command in the base alone"
    case .inputWithoutOwnName(let name):
      "several inputs are a tuple: each needs a name of its own, and '\(name)' is none"
    }
  }
}

extension Diagnosis {
  func at(_ node: some SyntaxProtocol, _ fixIts: [FixIt] = []) -> Diagnostic {
    Diagnostic(node: Syntax(node), message: self, fixIts: fixIts)
  }
}
