package import Configuration
import Ecosystem
import Time
import Versioning

extension Entry {
  /// Prepares an entry of the configuration file.
  ///
  /// - Parameters:
  ///   - entry: the decoded entry.
  ///   - file: the file that contains it, with its multi-ecosystem group.
  ///   - satisfies: returns whether a version satisfies a requirement of the entry's ecosystem.
  package init(
    _ entry: UpdateEntry, in file: RepositoryFile = RepositoryFile(),
    satisfies: @escaping @Sendable (_ version: String, _ requirement: String) throws -> Bool
  ) {
    let group = file.multiEcosystemGroups.first { $0.name == entry.multiEcosystemGroup }
    self.init(
      ecosystem: entry.ecosystem, covers: { entry.covers($0) },
      policy: Policy(entry, group, satisfies: satisfies), title: TitleStyle(entry.commitMessage),
      branch: BranchStyle(separator: entry.branchName.separator), labels: entry.labels,
      assignees: entry.assignees, milestone: entry.milestone,
      target: group?.targetBranch ?? entry.targetBranch)
    excludes = { entry.excludes($0) }
    groups = entry.groups
    namesDirectories = !entry.isInherited
    spansDirectories = entry.directories.count > 1 || !entry.directories.allSatisfy(\.isLiteral)
    multiGroup = group.map { MultiGroup($0, of: entry) }
    let peers = file.updates.filter {
      $0.sharesEcosystem(with: entry) && $0.targetBranch == entry.targetBranch
    }
    number = (peers.firstIndex { $0.location == entry.location } ?? 0) + 1
    automerge = entry.automerge
    rules = RuleBook(entry.rules, satisfies: satisfies)
    reviewers = entry.reviewers
    draft = entry.draft
    impact = entry.impact
    lockMaintenance = entry.lockMaintenance
    opening = entry.opening
    custom = entry.custom.map { custom in
      CustomFiles(custom.references) { custom.includes($0) }
    }
    if !custom.isEmpty { customDirectories = entry.directories.map(\.text) }
    ci = entry.ci
    language = entry.language
    repositoryLanguage = file.language
    hasDashboard = file.hasDashboard
    channels = file.notifications.map(\.text).sorted().joined(separator: " ")
    isOneOfSeveral = Set(file.updates.compactMap(\.ecosystem?.word)).count > 1
    if file.updates.first?.location == entry.location { findings = file.findings }
    findings += entry.unreadableRanges(satisfies: satisfies)
    refusal = entry.refusal.map { finding in
      Problem(finding.severity == .error ? .usage : .refused, finding.message, at: finding.location)
    }
    // A refused entry is reported as such.
    coversNothing =
      refusal != nil || entry.isInherited
      ? nil
      : entry.ecosystem.map { ecosystem in
        let directories = entry.directories.map(\.text).joined(separator: ", ")
        return Finding(
          .warning, "no \(ecosystem.word) project was found in \(directories)",
          at: entry.location)
      }
  }
}

extension UpdateEntry {
  /// Whether both entries can update the same projects, so that their numbers must differ.
  fileprivate func sharesEcosystem(with other: UpdateEntry) -> Bool {
    guard let ecosystem, let others = other.ecosystem else {
      return ecosystem == other.ecosystem
    }
    return ecosystem.ids.contains(where: others.ids.contains)
  }

  /// Whether a dependency belongs to the entry's multi-ecosystem group.
  fileprivate func shares(_ dependency: Dependency) -> Bool {
    multiEcosystemPatterns.isEmpty
      || dependency.aliases.contains { alias in
        multiEcosystemPatterns.contains { $0.matches(alias.name) }
      }
  }

  /// The cooldown of a dependency: that of its group if it has one, within the operator's limit.
  fileprivate func cooldown(
    of dependency: Dependency, in group: MultiEcosystemGroup?
  ) -> Cooldown {
    guard var shared = group?.cooldown, shares(dependency) else { return cooldown }
    shared.minimumDays = max(shared.minimumDays, cooldown.minimumDays)
    return shared
  }
}

extension MultiGroup {
  fileprivate init(_ group: MultiEcosystemGroup, of entry: UpdateEntry) {
    self.init(
      name: group.name, takes: { entry.shares($0) },
      title: group.commitMessage.flatMap(TitleStyle.init),
      branch: group.branchName.map { BranchStyle(separator: $0.separator) },
      labels: group.labels, assignees: group.assignees, milestone: group.milestone)
    onFailure = group.onFailure
  }
}

extension Policy {
  fileprivate init(
    _ entry: UpdateEntry, _ group: MultiEcosystemGroup?,
    satisfies: @escaping @Sendable (String, String) throws -> Bool
  ) {
    // An entry with a target branch makes no security updates (Dependabot's rule).
    let hasTarget = entry.targetBranch != nil || group?.targetBranch != nil
    self.init(
      excludes: { dependency in
        if dependency.aliases.contains(where: entry.allows) { return nil }
        return entry.allow.isEmpty ? Policy.onlyDirect : Policy.notAllowed
      },
      ignores: { dependency, release in
        entry.rule(against: release, of: dependency, satisfies: satisfies)
      },
      cooldown: { dependency, release in
        let names = dependency.aliases.map(\.name)
        let cooldown = entry.cooldown(of: dependency, in: group)
        return .days(cooldown.days(for: names, step: release.step))
      },
      strategy: entry.versioningStrategy, limit: entry.openPullRequestsLimit,
      rebase: entry.rebaseStrategy,
      fixes: hasTarget ? nil : FixPolicy(entry, satisfies: satisfies))
    pins = entry.pins
    if !entry.approval.isEmpty {
      needsApproval = { _, release in release.step.map(entry.approval.contains) ?? false }
    }
    minimumCooldown = .days(entry.cooldown.minimumDays)
    limitMaximum = entry.openPullRequestsMaximum
    limits = entry.limits
    separate = entry.separate
    majors = entry.majors
    replace = entry.replace
    repositoryLimits = entry.repositoryLimits
    minimumGroupSize = entry.minimumGroupSize
    let cooldown = group?.cooldown ?? entry.cooldown
    delaysUnknownAges = cooldown.isStated || entry.cooldown.minimumDays > 0
  }
}

extension UpdateEntry {
  /// Returns the rule that ignores a release: `allow` first, then `ignore`, as in Dependabot.
  fileprivate func rule(
    against release: Release, of dependency: Dependency,
    satisfies: (String, String) throws -> Bool
  ) -> String? {
    if let step = release.step, !dependency.aliases.contains(where: { allows($0, step: step) }),
      dependency.aliases.contains(where: allows)
    {
      return "'allow' (no rule includes \(step.rawValue) updates)"
    }
    for rule in ignore where dependency.aliases.contains(where: { rule.name.matches($0.name) }) {
      if rule.ignoresEverything { return "the ignore rule '\(rule.name)'" }
      if let step = release.step, rule.updateTypes.contains(step) {
        return "the ignore rule '\(rule.name)' for \(step.rawValue) updates"
      }
    }
    return versionRule(against: release, of: dependency, satisfies: satisfies)
  }
}

extension Dependency {
  /// The dependency with each name that rules can match.
  ///
  /// Dependabot names Swift packages by their URL without scheme and `.git`.
  var aliases: [Dependency] {
    guard let page = source.flatMap(webURL), let scheme = page.firstRange(of: "://") else {
      return [self]
    }
    var other = self
    other.name = String(page[scheme.upperBound...])
    return [self, other]
  }
}

extension TitleStyle {
  /// Converts the style of the configuration file; nil if it has no prefix.
  ///
  /// After a lowercase prefix the sentence starts in lowercase too (Dependabot's rule).
  fileprivate init?(_ style: CommitMessageStyle) {
    guard let prefix = style.prefix else { return nil }
    self.init(
      prefix: prefix, developmentPrefix: style.prefixDevelopment,
      includesScope: style.includesScope,
      capitalizes: !(prefix.first { $0 != " " }?.isLowercase ?? false))
  }
}
