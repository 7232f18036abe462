package import Configuration
import Ecosystem
import Versioning

extension Entry {
  /// Makes the rules of an entry of `dependabot.yml` ready to be asked.
  ///
  /// - Parameters:
  ///   - entry: as it was decoded.
  ///   - file: the file that it stands in, which has its multi-ecosystem group.
  ///   - satisfies: says whether a version lies inside a requirement of the entry's ecosystem.
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
    groups = entry.groups
    spansDirectories = entry.directories.count > 1 || !entry.directories.allSatisfy(\.isLiteral)
    multiGroup = group.map { MultiGroup($0, of: entry) }
    let peers = file.updates.filter {
      $0.sharesEcosystem(with: entry) && $0.targetBranch == entry.targetBranch
    }
    number = (peers.firstIndex { $0.location == entry.location } ?? 0) + 1
    automerge = entry.automerge
    ci = entry.ci
    isOneOfSeveral = Set(file.updates.compactMap(\.ecosystem?.word)).count > 1
    if file.updates.first?.location == entry.location { findings = file.findings }
    findings += entry.unreadableRanges(satisfies: satisfies)
    refusal = entry.refusal.map { finding in
      Problem(finding.severity == .error ? .usage : .refused, finding.message, at: finding.location)
    }
    // A refused entry covers nothing that another one has.
    vacancy =
      refusal != nil
      ? nil
      : entry.ecosystem.map { ecosystem in
        let places = entry.directories.map(\.text).joined(separator: ", ")
        return Finding(
          .warning, "nothing of \(ecosystem.word) was found in \(places)", at: entry.location)
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

  /// Whether a dependency goes into the entry's multi-ecosystem group.
  fileprivate func shares(_ dependency: Dependency) -> Bool {
    multiEcosystemPatterns.isEmpty
      || dependency.aliases.contains { alias in
        multiEcosystemPatterns.contains { $0.matches(alias.name) }
      }
  }

  /// The cooldown of a dependency: its group's, if that has one, within the operator's limit.
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
  }
}

extension Policy {
  fileprivate init(
    _ entry: UpdateEntry, _ group: MultiEcosystemGroup?,
    satisfies: @escaping @Sendable (String, String) throws -> Bool
  ) {
    // An entry with a branch of its own no longer touches security updates (Dependabot's rule).
    let hasTarget = entry.targetBranch != nil || group?.targetBranch != nil
    self.init(
      leavesOut: { dependency in
        if dependency.aliases.contains(where: entry.allows) { return nil }
        return entry.allow.isEmpty ? Policy.onlyDirect : "'allow', none of whose rules means it"
      },
      ignores: { dependency, release in
        entry.rule(against: release, of: dependency, satisfies: satisfies)
      },
      cooldown: { dependency, release in
        let names = dependency.aliases.map(\.name)
        let cooldown = entry.cooldown(of: dependency, in: group)
        return Int64(cooldown.days(for: names, step: release.step)) * 86_400
      },
      strategy: entry.versioningStrategy, limit: entry.openPullRequestsLimit,
      rebase: entry.rebaseStrategy,
      fixes: hasTarget ? nil : FixPolicy(entry, satisfies: satisfies))
  }
}

extension UpdateEntry {
  /// Finds the rule that keeps a release away: first `allow`, then `ignore`, as Dependabot asks.
  fileprivate func rule(
    against release: Release, of dependency: Dependency,
    satisfies: (String, String) throws -> Bool
  ) -> String? {
    if let step = release.step, !dependency.aliases.contains(where: { allows($0, step: step) }),
      dependency.aliases.contains(where: allows)
    {
      return "allow, which names no \(step.rawValue) updates"
    }
    for rule in ignore where dependency.aliases.contains(where: { rule.name.matches($0.name) }) {
      if rule.ignoresEverything { return "ignore of \(rule.name)" }
      if let step = release.step, rule.updateTypes.contains(step) {
        return "ignore of \(rule.name), \(step.rawValue) updates"
      }
    }
    return versionRule(against: release, of: dependency, satisfies: satisfies)
  }
}

extension Dependency {
  /// The dependency under each name that rules may give it.
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
  /// Takes what the file says of the beginning; nil where it leaves that to the house.
  ///
  /// A prefix that begins with a small letter makes the sentence begin so, too (Dependabot's rule).
  fileprivate init?(_ style: CommitMessageStyle) {
    guard let prefix = style.prefix else { return nil }
    self.init(
      prefix: prefix, developmentPrefix: style.prefixDevelopment,
      includesScope: style.includesScope,
      capitalizes: !(prefix.first { $0 != " " }?.isLowercase ?? false))
  }
}
