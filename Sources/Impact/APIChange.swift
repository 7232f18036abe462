/// A difference of a name between two versions that other code can notice.
package struct APIChange: Hashable, Sendable {
  /// What happened to the name.
  package enum Kind: String, Hashable, Sendable {
    /// The name is gone.
    case removed
    /// The name is there with another signature.
    case changed
    /// An enumeration has a case more, which breaks a `switch` over all cases.
    case addedCase = "added case"
    /// A protocol has a requirement more, which types that conform to it have to implement.
    case addedRequirement = "added requirement"
  }

  /// What happened.
  package var kind: Kind
  /// The declaration before; of the enumeration or the protocol if something was added to it.
  package var declaration: Declaration
  /// What differs, as the continuation of the name: `was removed`.
  package var text: String
  /// Whether the sources leave open that code is broken.
  package var isUncertain = false

  /// The uses that the change doesn't concern.
  package var spares = Spared.none

  /// Uses that a change doesn't concern.
  package enum Spared: Hashable, Sendable {
    case none
    /// Calls, as opposed to uses of a function as a value.
    case calls
  }

  /// Creates a certain change.
  package init(_ kind: Kind, _ declaration: Declaration, _ text: String) {
    self.kind = kind
    self.declaration = declaration
    self.text = text
  }
}

/// The changes from one version of a package to another.
package struct APIComparison: Hashable, Sendable {
  /// The interface before.
  package var before: PublicAPI
  /// The interface after.
  package var after: PublicAPI
  /// In the order of the declarations before.
  package var changes: [APIChange] = []
}
