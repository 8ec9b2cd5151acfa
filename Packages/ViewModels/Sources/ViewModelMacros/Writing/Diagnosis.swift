import SwiftDiagnostics
import SwiftSyntax

/// A mistake that the macros diagnose, with its message to the programmer.
struct Diagnosis: DiagnosticMessage, Hashable {
  let message: String
  let diagnosticID: MessageID
  var severity: DiagnosticSeverity { .error }

  private init(_ message: String, id: String = #function) {
    self.message = message
    diagnosticID = MessageID(domain: "ViewModels", id: id)
  }

  func at(_ node: some SyntaxProtocol, _ fixIts: [FixIt] = []) -> Diagnostic {
    Diagnostic(node: Syntax(node), message: self, fixIts: fixIts)
  }
}

extension Diagnosis {
  static let notAClass = Self(
    "@ViewModel is for classes: a view-model is shared by all that show it")
  static let neitherFinalNorIsolated = Self(
    "a view-model that can be subclassed must be isolated itself: write final or @MainActor")
  static let severalNames = Self(
    "a node needs a declaration of its own: write one name in each var")
  static let lazyVariable = Self(
    "a lazy var cannot be a node: derived values are computed when first asked for anyway")
  static let weakVariable = Self("a node keeps its value, so it cannot be weak or unowned")
  static let nonisolatedVariable = Self(
    "a node lives on the main actor, so its var cannot be nonisolated")
  static let observingAccessor = Self(
    "willSet and didSet would miss writes that come through a binding: observe the node instead")
  static let opaqueType = Self("a node needs to know its type: write it without some or Self")
  static let effects = Self(
    "a derived value cannot be async or throwing: load it by a command into a stored var")
  static let missingType = Self(
    "write the type of a var whose setter is restricted: its node is shown read-only")
  static let foreignAttribute = Self(
    "a node stores the value itself, so no wrapper or other macro can")
  static let secureWithoutNode = Self(
    "@Secure is for the vars and commands of an instance; "
      + "to hide a let from tools, make it private or add @Ignored")
  static let secureAndIgnored = Self("an ignored var is shown by no tool, so @Secure has no effect")
  static let commandOutsideViewModel = Self(
    "@Command needs a class marked @ViewModel around it, not an extension or another type")
  static let commandOnSomethingElse = Self("@Command is for methods")
  static let staticCommand = Self("a command belongs to an instance")
  static let genericCommand = Self(
    "a command needs to know its types: write it without generic parameters and where")
  static func unfitParameter(_ name: String) -> Self {
    Self(
      "a command takes plain values: '\(name)' must not be inout, isolated, variadic, some, Self, "
        + "an autoclosure or a parameter pack"
    )
  }
  static let opaqueResult = Self(
    "a command needs to know what it returns: write the type without some or Self")
  static func duplicateName(_ name: String) -> Self {
    Self("there is a member '\(name)' already: tools go by first names alone")
  }
  static func unknownCondition(_ name: String) -> Self {
    Self("there is no var '\(name)' in this class to enable the command")
  }
  static let pathOfCondition = Self(
    "enabled names one var of this class: derive what you need in a var of its own")
  static let policyWithoutEffect = Self(
    "a method that is not async has ended before it can be executed again: it needs no policy")
  static func rawName(_ name: String) -> Self {
    Self("a node and a command are named after their declaration: '\(name)' must be an identifier")
  }
  static let overridingCommand = Self(
    "a command executes the override of its method already: write @Command in the base alone")
  static func inputWithoutOwnName(_ name: String) -> Self {
    Self("several inputs are a tuple: each needs a name of its own, and '\(name)' is none")
  }
  static func conditionalMark(_ name: String) -> Self {
    Self(
      "@\(name) in an #if of its own cannot be seen by @ViewModel: write the #if around the whole "
        + "declaration")
  }
}
