/// A name that a package offers to other code, with what a change of it could break.
package struct Declaration: Hashable, Sendable {
  /// What kind of thing it is, in the words of its language.
  package enum Kind: String, Hashable, Sendable {
    case actor, `class`, `enum`, `protocol`, `struct`, `extension`
    case `associatedtype`, `typealias`, `case`, `func`, `init`, macro, property, `subscript`
    /// A module or namespace of JavaScript or Ruby.
    case module
    case constant, interface, method
    /// A path that other code can import, such as `lodash/fp`.
    case path

    /// Whether it can have members.
    package var isType: Bool {
      [.actor, .class, .enum, .protocol, .struct, .interface, .module].contains(self)
    }
  }

  /// A parameter of a function or the payload of an enumeration case.
  package struct Parameter: Hashable, Sendable {
    /// The argument label; `_` for none, and in languages without labels.
    package var label: String
    /// The type as written, without white space; empty if the language has none.
    package var type: String
    /// Whether a call can leave it out.
    package var isOptional = false
    /// Whether it takes any number of arguments.
    package var isVariadic = false
    /// Whether it is passed by its label, at any position.
    package var isKeyword = false

    /// Creates a parameter that each call has to have.
    package init(label: String = "_", type: String = "", isOptional: Bool = false) {
      self.label = label
      self.type = type
      self.isOptional = isOptional
    }
  }

  /// The kind of thing.
  package var kind: Kind
  /// The type or namespace that it is a member of, such as `Session.Delegate`; empty at the top level.
  package var scope: String
  /// The name without labels: `request`.
  package var name: String
  /// The parameters; nil if it isn't called.
  package var parameters: [Parameter]?
  /// The type of the result or the value; empty if it has no type or it isn't written.
  package var result = ""
  /// What a caller has to handle, such as `async` and `throws`.
  package var effects: Set<String> = []
  /// Whatever else has to be equal, such as `static`, `mutating` and `@MainActor`.
  package var traits: Set<String> = []
  /// The types that it inherits from or conforms to; losing one is a change.
  package var supertypes: Set<String> = []
  /// The generic parameters and their constraints, without white space.
  package var constraints = ""
  /// Whether other code can assign to it.
  package var isSettable = false
  /// The compilation condition, such as `os(iOS)`; empty without one.
  package var condition = ""
  /// The first versions of platforms that have it.
  package var introduced: [String: String] = [:]
  /// Whether `result` is an expression from which the type is inferred, or the whole declaration
  /// follows from a call, whose parameters aren't known.
  package var isInferred = false
  /// Whether it overrides a member of a supertype, which remains if this one is removed.
  package var isOverride = false
  /// Whether a type that conforms to its protocol has to implement it.
  package var isRequirement = false

  /// Creates a declaration without parameters.
  package init(_ kind: Kind, _ name: String, in scope: String = "") {
    self.kind = kind
    self.name = name
    self.scope = scope
  }
}

extension Declaration {
  /// The labels of the parameters; nil if it isn't called or the language has none.
  var labels: [String]? { parameters?.map(\.label) }

  /// The name as people write it: `Session.request(_:method:)`.
  package var title: String {
    let base = scope.isEmpty ? name : "\(scope).\(name)"
    guard let parameters else { return base }
    return "\(base)(\(parameters.map { $0.label == "" ? "" : "\($0.label):" }.joined()))"
  }

  /// The full name without labels: `Session.request`.
  package var path: String { scope.isEmpty ? name : "\(scope).\(name)" }

  /// Whether it is a type, also an alias of one.
  package var namesType: Bool { kind.isType || kind == .typealias }
}
