/// Whether pull requests say which used symbols an update changes: the key `impact`.
package enum ImpactMode: String, CaseIterable, Hashable, Sendable {
  /// They don't.
  case off
  /// Both versions of the package and the sources of the repository are read, which costs requests.
  case on
}

/// The answer of a report on an update's impact, as conditions of rules name it.
package enum ImpactAnswer: String, CaseIterable, Hashable, Sendable {
  /// The repository uses something that changes.
  case affected
  /// Everything that the repository uses stays the same.
  case notAffected = "not-affected"
  /// Something couldn't be compared.
  case unknown
}

/// The impact that an automatic merge allows.
package enum ImpactRequirement: String, CaseIterable, Hashable, Sendable {
  /// Every updated direct dependency is *not affected*.
  case none
}
