package import Configuration
package import Ecosystem
package import Time

/// The rules of an entry, for the dependencies of one project.
package struct RuleBook: Sendable {
  /// In the order of the file.
  package var rules: [PackageRule]
  /// The project of the dependencies; nil if it isn't known.
  package var project: Project?
  /// Returns whether a version satisfies a requirement of the entry's ecosystem.
  package var satisfies: @Sendable (_ version: String, _ range: String) throws -> Bool

  /// Creates a book, by default without rules.
  package init(
    _ rules: [PackageRule] = [], project: Project? = nil,
    satisfies: @escaping @Sendable (String, String) throws -> Bool = { _, _ in false }
  ) {
    self.rules = rules
    self.project = project
    self.satisfies = satisfies
  }

  /// Whether a rule has a condition about licences, which registries have to be asked for.
  package var needsLicences: Bool { rules.contains { !$0.match.licences.isEmpty } }

  /// Whether a rule has a minimum age of releases.
  var hasCooldown: Bool { rules.contains { $0.cooldown != nil } }

  /// Whether a rule says what happens to deprecated and withdrawn dependencies.
  var hasReplace: Bool { rules.contains { $0.replace != nil } }

  /// Whether a rule asks for pull requests that replace dependencies.
  var hasReplacements: Bool { rules.contains { $0.replace == .pullRequest } }

  /// Whether a rule depends on the age of releases.
  var needsAges: Bool {
    hasCooldown || rules.contains { $0.match.age != nil || $0.automerge?.minAge != nil }
  }

  /// Returns the rules that concern a dependency, and an update of it to a release.
  ///
  /// - Parameters:
  ///   - dependency: the dependency before the update.
  ///   - release: the release; nil for what holds for all of them.
  ///   - facts: what the look-up found.
  /// - Returns: the rules that match or can't be decided.
  package func applied(
    to dependency: Dependency, _ release: Release?, _ facts: RuleFacts
  ) -> AppliedRules {
    guard !rules.isEmpty else { return AppliedRules() }
    return AppliedRules(
      rules, to: subject(dependency, release, facts), satisfies: satisfies)
  }

  /// Describes a dependency, and an update of it, for the conditions of rules.
  package func subject(
    _ dependency: Dependency, _ release: Release?, _ facts: RuleFacts
  ) -> RuleSubject {
    RuleSubject(dependency, release, facts, in: project)
  }
}

/// What the look-up of a dependency found, as far as conditions of rules need it.
package struct RuleFacts: Hashable, Sendable {
  /// Whether an advisory affects the locked version; nil if that isn't known.
  package var isAdvised: Bool?
  /// When versions were first seen, for registries without publication times.
  package var firstSeen: [String: Timestamp] = [:]
  /// The licences by version; those that aren't known are missing.
  package var licences: [String: String] = [:]
  /// Results of steps in other repositories by version, if they count.
  package var fleet: [String: FleetFacts] = [:]
  /// The time of the pass; nil if ages don't matter.
  package var now: Timestamp?

  /// Creates facts that are all unknown.
  package init() {}

  /// The time since a release was published or first seen; nil if neither is known.
  func age(of release: Release) -> Duration? {
    guard let now, let since = release.published ?? firstSeen[release.version] else { return nil }
    return now - since
  }
}

/// What results in other repositories mean for a release.
package struct FleetFacts: Hashable, Sendable {
  /// Whether the checks passed somewhere and failed nowhere.
  package var isGreenElsewhere = false
  /// Why no pull request is opened for it now, as a predicate; nil if nothing prevents one.
  package var objection: String?

  /// Creates facts without a meaning.
  package init() {}
}

extension RuleSubject {
  /// Describes a dependency of a project, and an update of it.
  init(_ dependency: Dependency, _ release: Release?, _ facts: RuleFacts, in project: Project?) {
    self.init(dependency.aliases.map(\.name))
    ecosystem = project?.ecosystem
    manifests = project.map { project in
      ([project.manifest] + dependency.requirements.map(\.manifest)).unique
    }
    sections = dependency.ruleSections
    current = dependency.exactVersion ?? dependency.current
    host = dependency.source.flatMap(RuleSubject.host)
    isAdvised = facts.isAdvised
    currentLicence = dependency.current.flatMap { facts.licences[$0] }
    guard let release else { return }
    version = release.actualVersion
    step = release.step
    age = facts.age(of: release)
    licence = facts.licences[release.version]
  }

  /// The host of an address, without `www.`, a user and a port; nil if it has none.
  private static func host(of address: String) -> String? {
    guard let scheme = address.firstRange(of: "://") else { return nil }
    let authority = address[scheme.upperBound...].prefix { $0 != "/" }
    let name = (authority.split(separator: "@").last ?? "").prefix { $0 != ":" }.lowercased()
    guard !name.isEmpty else { return nil }
    return name.hasPrefix("www.") ? String(name.dropFirst(4)) : name
  }
}

extension Dependency {
  /// The words of `section` that describe it; nil if its manifest's sections aren't known.
  ///
  /// Ecosystems without sections have only the four words for kinds and groups.
  fileprivate var ruleSections: Set<String>? {
    Set([kind.rawValue, group.rawValue] + requirements.map(\.section))
  }
}
