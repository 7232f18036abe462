import Ecosystem
import Text
import Versioning

extension Decoded where Value == RepositoryFile {
  /// Applies the operator's limits to a repository's file; each change is a note at its entry.
  ///
  /// A repository's file can never exceed them: the limits only remove ecosystems, open pull requests
  /// and automatic merges, and only lengthen cooldowns.
  ///
  /// - Parameters:
  ///   - file: the operator's file.
  ///   - name: the repository, for channels that only some get; nil if it is unknown.
  /// - Returns: the file within the limits.
  package func narrowed(by file: OperatorFile, for name: String? = nil) -> Decoded {
    guard let repository = value else { return self }
    var narrowing = Narrowing(limits: file.limits, findings: findings)
    narrowing.credentials(of: repository, among: file.registries)
    var result = repository
    result.notifications = repository.notifications.filter { choice in
      guard let reason = file.refusal(of: choice, for: name) else { return true }
      narrowing.findings.append(Finding(.warning, reason, at: choice.location))
      return false
    }
    result.updates = repository.updates.compactMap { narrowing.entry($0) }
    return Decoded(value: result, findings: narrowing.findings.sortedByLocation())
  }
}

extension OperatorFile {
  /// The entry for repositories without a file, within the operator's own limits; nil: none.
  package var narrowedDefaults: UpdateEntry? {
    var narrowing = Narrowing(limits: limits, findings: [])
    return defaults.flatMap { narrowing.entry($0) }
  }
}

private struct Narrowing {
  let limits: Limits
  var findings: [Finding]

  /// Warns of registries that the operator's file doesn't have: a repository's file can provide
  /// neither credentials nor URLs to send them to.
  mutating func credentials(of file: RepositoryFile, among known: [RegistryCredential]) {
    for registry in file.registries
    where registry.isServed && registry.fault == nil && !registry.isKnown(to: known) {
      let message =
        "the operator's file has no registry for the URL of '\(registry.name)': its packages "
        + "are read without a credential, or not at all"
      findings.append(Finding(.warning, message, at: registry.location))
    }
  }

  mutating func entry(_ entry: UpdateEntry) -> UpdateEntry? {
    let allowed = limits.ecosystems?.flatMap(\.ids)
    if let ecosystem = entry.ecosystem, let allowed,
      !ecosystem.ids.contains(where: allowed.contains)
    {
      note("'\(ecosystem.word)' is switched off here: the entry is skipped", entry.location)
      return nil
    }
    var result = entry
    result.allowedEcosystems = allowed
    result.openPullRequestsMaximum = limits.openPullRequests
    result.repositoryLimits = limits.repository
    if let limit = limits.openPullRequests, entry.openPullRequestsLimit > limit {
      result.openPullRequestsLimit = limit
      let verb = limit == 1 ? "is" : "are"
      note("at most \(limit.counting("open pull request")) \(verb) allowed here", entry.location)
    }
    result.automerge = automerge(entry.automerge, at: entry.location)
    for index in entry.rules.indices {
      result.rules[index].cooldown?.minimumDays = limits.cooldownDays
      guard let own = entry.rules[index].automerge else { continue }
      // A rule without steps still prevents the entry's automatic merges.
      result.rules[index].automerge = automerge(own, at: entry.location) ?? Automerge()
    }
    result.cooldown = cooldown(entry)
    if limits.impact == .off, entry.impact == .on {
      result.impact = .off
      note("'impact' is switched off here: sources are not read for it", entry.location)
    }
    return result
  }

  private mutating func automerge(_ wanted: Automerge?, at location: Location) -> Automerge? {
    guard var automerge = wanted else { return nil }
    let taken = automerge.updateTypes.subtracting(limits.automerge).sorted()
    if !taken.isEmpty {
      let names = taken.map(\.rawValue).joined(separator: ", ")
      note("steps that don't merge by themselves here: \(names)", location)
    }
    automerge.updateTypes.formIntersection(limits.automerge)
    return automerge.updateTypes.isEmpty ? nil : automerge
  }

  private mutating func cooldown(_ entry: UpdateEntry) -> Cooldown {
    let days = limits.cooldownDays
    var cooldown = entry.cooldown
    cooldown.minimumDays = max(cooldown.minimumDays, days)
    let own = [cooldown.majorDays, cooldown.minorDays, cooldown.patchDays].compactMap { $0 }
    let isShorter = ([cooldown.defaultDays] + own.filter { $0 > 0 }).contains { $0 < days }
    if isShorter { note("releases wait at least \(days.counting("day")) here", entry.location) }
    return cooldown
  }

  private mutating func note(_ message: String, _ location: Location) {
    findings.append(Finding(.note, message, at: location))
  }
}
