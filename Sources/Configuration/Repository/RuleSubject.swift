package import Ecosystem
package import Versioning

/// What a rule can be about: a dependency, and an update of it to one of its releases.
///
/// Nil is a fact that isn't known, so that conditions about it can't be decided.
package struct RuleSubject: Hashable, Sendable {
  /// The names that patterns can match.
  package var names: [String]
  /// The dependency's ecosystem.
  package var ecosystem: EcosystemID?
  /// The paths of the manifests that name it, and of its project's.
  package var manifests: [String]?
  /// `direct` or `indirect`, `production` or `development`, and the sections of manifests such as
  /// `devDependencies`.
  package var sections: Set<String>?
  /// The locked version.
  package var current: String?
  /// The host that its releases come from, without `www.`.
  package var host: String?
  /// Whether an advisory affects the locked version.
  package var isAdvised: Bool?
  /// The version of the release.
  package var version: String?
  /// The step to the release.
  package var step: Step?
  /// The time since the release was published.
  package var age: Duration?
  /// The licence of the release, as its registry spells it.
  package var licence: String?
  /// The licence of the locked version.
  package var currentLicence: String?
  /// The answer of the report on its impact.
  package var impact: ImpactAnswer?

  /// Creates a subject with names only.
  package init(_ names: [String]) {
    self.names = names
  }
}

/// The result of one condition of a rule.
package struct ConditionResult: Hashable, Sendable {
  /// The condition as the file has it: `update-type: major`.
  package var condition: String
  /// Nil if it can't be decided.
  package var isFulfilled: Bool?
  /// The fact that decides, or that is missing: `its licence isn't known`.
  package var reason: String
}

/// What a rule's conditions say about a subject.
package enum RuleJudgement: Hashable, Sendable {
  /// All conditions are fulfilled.
  case matches
  /// A condition isn't.
  case fails(ConditionResult)
  /// None fails, but these can't be decided.
  case isUndecided([ConditionResult])
}

extension RuleJudgement {
  /// Combines the results of conditions.
  init(_ results: [ConditionResult]) {
    if let failing = results.first(where: { $0.isFulfilled == false }) {
      self = .fails(failing)
    } else {
      let open = results.filter { $0.isFulfilled == nil }
      self = open.isEmpty ? .matches : .isUndecided(open)
    }
  }
}
