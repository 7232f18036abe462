package import Versioning
import YAML

/// Which pull requests merge by themselves once their checks have passed; martlet's own addition.
package struct Automerge: Hashable, Sendable {
  /// How a forge merges.
  package enum Method: String, CaseIterable, Hashable, Sendable {
    case merge, squash, rebase
  }

  /// At least one.
  package var updateTypes: Set<Step> = []
  /// Told to the forge, for a merge of ours and for its own auto-merge alike.
  package var method = Method.merge

  /// Starts from no step at all.
  package init() {}
}

/// How long checks are waited for, and which of them; martlet's own addition.
package struct CISettings: Hashable, Sendable {
  /// After it, a pull request counts as failed.
  package var timeout = TimeSpan(seconds: 3600)
  /// Nil: those that the base branch requires, else all.
  package var required: [String]?

  /// Starts from an hour for every check.
  package init() {}
}

extension Shape where Value == Automerge {
  static var automerge: Shape {
    section(
      Automerge(),
      [
        Key("update-types", \.updateTypes, .steps, required: true),
        Key("method", \.method, .word),
      ])
  }
}

extension Shape where Value == CISettings {
  static var ci: Shape {
    section(
      CISettings(),
      [
        Key("timeout", \.timeout, .timeSpan),
        Key("required", \.required, .list(of: .string)),
      ])
  }
}
