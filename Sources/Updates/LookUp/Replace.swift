import Configuration
import Ecosystem

extension CandidateSet {
  /// Takes what the registry says against the locked version.
  ///
  /// If that was withdrawn, no newer version can be proposed, and `replace` asks for it, the newest
  /// older version inside of the requirement becomes the candidate.
  ///
  /// - Parameters:
  ///   - standing: what the registry says; nil: nothing.
  ///   - upkeep: whether its repository is archived; nil: there is nothing to say.
  ///   - releases: all releases, oldest first.
  ///   - policy: what the entry allows.
  ///   - rules: the entry's rules for some dependencies.
  mutating func take(
    _ standing: PackageStatus?, upkeep: RepositoryUpkeep?, releases: [Release], _ policy: Policy,
    _ rules: RuleBook
  ) {
    let applied = rules.applied(to: dependency, nil, facts)
    let mode = applied.setting(\.replace).value ?? policy.replace
    guard mode != .off else { return }
    self.standing = standing
    self.upkeep = upkeep
    if mode == .pullRequest, replacement == nil, standing?.successor != nil {
      replacement = .offered(
        reason: standing?.namedSuccessor == nil
          ? "only a sentence names it, not a field of the registry"
          : "only direct dependencies in a lock are replaced")
    }
    guard mode == .pullRequest, standing == .withdrawn, candidates.isEmpty, policy.limit > 0,
      dependency.problem == nil, policy.excludes(dependency) == nil
    else { return }
    let older = releases.last { release in
      release.step == nil && !release.isPrerelease && !release.isWithdrawn
        && release.heldBack == nil && release.satisfiesRequirement
        && policy.ignores(dependency, release) == nil
    }
    guard let older else { return }
    candidates = [older]
    notProposed = nil
    latest = older.version
    isRollback = true
  }

  /// Takes what the registry says against the locked version, to show it only.
  ///
  /// - Parameters:
  ///   - status: what the registry says; nil: nothing.
  ///   - releases: all releases, oldest first.
  mutating func note(_ status: PackageStatus?, releases: [Release]) {
    remark = status
    guard status == .withdrawn, candidates.isEmpty, dependency.problem == nil else { return }
    wanted =
      releases.last {
        $0.satisfiesRequirement && !$0.isPrerelease && !$0.isWithdrawn && $0.heldBack == nil
      }?.version
    latest = wanted
  }

  /// What the registry says against the locked version and the host about its repository; nil if
  /// nothing, or if the entry doesn't ask.
  package var standingSentence: String? {
    guard standing?.successor != nil else { return sentences(about: standing) }
    return sentences(about: standing, replacement?.clause ?? "")
  }

  /// The same for `check`, which always has what the registry says.
  package var remarkSentence: String? { sentences(about: remark) }

  private func sentences(about standing: PackageStatus?, _ addition: String = "") -> String? {
    let version = dependency.current ?? ""
    let known = [sentence(about: standing).map { $0 + addition }, upkeep?.sentence(about: version)]
      .compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: "; ")
  }

  private func sentence(about standing: PackageStatus?) -> String? {
    let version = dependency.current ?? ""
    switch standing {
    case nil: return nil
    case .withdrawn: return "\(version) was withdrawn: its registry doesn't have it any more"
    case .deprecated(let message, _):
      let words = message.isEmpty ? "" : ": \(shortened(oneLine(message), to: 300))"
      let successor = standing?.successor.map { "; the successor is \($0)" } ?? ""
      return "\(version) is deprecated\(words)\(successor)"
    }
  }
}
