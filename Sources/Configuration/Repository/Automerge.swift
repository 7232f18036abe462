package import Versioning
import YAML

/// Which pull requests are merged automatically after their checks have passed; only in martlet.
package struct Automerge: Hashable, Sendable {
  /// How a forge merges.
  package enum Method: String, CaseIterable, Hashable, Sendable {
    case merge, squash, rebase
  }

  /// The object of an automatic merge.
  package enum Form: String, CaseIterable, Hashable, Sendable {
    /// A pull request.
    case pullRequest = "pull-request"
    /// The branch, without a pull request, if its checks are green.
    case branch
  }

  /// The steps; empty: none.
  package var updateTypes: Set<Step> = []
  /// Used for merges by martlet and for the forge's auto-merge.
  package var method = Method.merge
  /// Whether the pull request is merged, or its branch without one.
  package var form = Form.pullRequest
  /// When merges may begin; nil: at any time.
  package var schedule: Schedule?
  /// Days without merges.
  package var except: [DayRange] = []
  /// The minimum age of the new version; nil: none besides the cooldown.
  package var minAge: TimeSpan?
  /// The results in other repositories that a merge needs; nil: none.
  package var evidence: EvidenceRequirement?
  /// The impact that a merge allows; nil: any.
  package var impact: ImpactRequirement?

  /// Creates a setting without steps.
  package init() {}
}

/// The results of the same version step in other repositories that an automatic merge needs.
package struct EvidenceRequirement: Hashable, Sendable {
  /// In how many other repositories the checks must have passed.
  package var green = 1
  /// In how many other repositories they may have failed.
  package var red = 0

  /// Needs one green repository and no red one.
  package init() {}
}

/// The checks to wait for, and how long; only in martlet.
package struct CISettings: Hashable, Sendable {
  /// The time after which a pull request counts as failed.
  package var timeout = TimeSpan(seconds: 3600)
  /// Nil: the checks that the base branch requires, or otherwise all.
  package var required: [String]?

  /// Creates settings with a timeout of an hour for all checks.
  package init() {}
}

extension Shape where Value == Automerge {
  static var automerge: Shape {
    section(
      Automerge(),
      [
        Key("update-types", \.updateTypes, .steps, required: true),
        Key("method", \.method, .word),
        Key("type", \.form, .word),
        Key("schedule", \.schedule, .schedule),
        Key("except", \.except, .listOrOne(of: .dayRange)),
        Key("min-age", \.minAge, .timeSpan),
        Key("evidence", \.evidence, .evidence),
        Key("impact", \.impact, .word),
      ]
    ).checked { automerge, node, decoding in
      if automerge.impact != nil, automerge.form == .branch, let value = node["impact"] {
        decoding.error(
          "'impact' needs a pull request, and 'type: branch' merges without one", at: value)
      }
    }
  }
}

extension Shape where Value == EvidenceRequirement {
  fileprivate static var evidence: Shape {
    section(
      EvidenceRequirement(),
      [Key("green", \.green, .integer(0...10_000)), Key("red", \.red, .integer(0...10_000))])
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
