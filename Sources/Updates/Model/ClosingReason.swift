import Forges
import Languages

/// The reason why martlet closes one of its pull requests.
package enum ClosingReason: Hashable, Codable, Sendable {
  /// There is no newer version. `version` is the version in the base branch, if it has one.
  case upToDate(version: String?)
  /// The manifest no longer contains the dependency.
  case removed
  /// The manifest no longer exists.
  case manifestRemoved(directory: String)
  /// No entry of the configuration covers the directory.
  case uncovered
  /// No entry updates the base branch; `now` has the branches that are updated.
  case otherBranch(base: String, now: [String])
  /// The rule that ignores or excludes the dependency.
  case ignored(rule: String)
  /// The explanation of the resolver.
  case impossible(String)
  /// The configuration no longer has the group.
  case groupRemoved(String)
  /// No dependency of the group has an update.
  case groupEmpty(String)
  /// Another pull request contains the same update.
  case superseded(by: Int)
}

extension ClosingReason: CustomStringConvertible {
  /// A clause without capital and full stop: `the manifest no longer contains the dependency`.
  package var description: String { message() }

  /// The same with references to pull requests in the forge's format.
  package func message(sign: String = ForgeText().pullRequestSign) -> String {
    message(.english, sign: sign)
  }

  private func message(
    _ language: Language, sign: String = ForgeText().pullRequestSign
  ) -> String {
    switch self {
    case .upToDate(let version?): language("the base branch already has \(version)")
    case .upToDate(nil): language("the dependency is up to date")
    case .removed: language("the manifest no longer contains the dependency")
    case .manifestRemoved(let directory):
      language("the manifest in \(directory) no longer exists")
    case .uncovered: language("these updates are no longer configured")
    case .otherBranch(let base, let now):
      language(
        "the branch \(base) is no longer updated, but \(now.joined(separator: language(" and ")))")
    case .ignored(let rule): language("the update is excluded by \(language.translated(rule))")
    case .impossible(let reason):
      language("the update is no longer possible: \(language.translated(reason))")
    case .groupRemoved(let name): language("the group \(name) is no longer configured")
    case .groupEmpty(let name): language("the group \(name) has no updates left")
    case .superseded(let number): language("superseded by \(sign)\(number)")
    }
  }

  /// Returns the comment on the pull request, with references in the forge's format.
  func comment(_ text: ForgeText = ForgeText(), _ language: Language = .english) -> String {
    switch self {
    case .superseded(let number): language("Superseded by \(text.reference(number)).")
    default: language("Closed: \(inMarkdown(message(language))).")
    }
  }
}
