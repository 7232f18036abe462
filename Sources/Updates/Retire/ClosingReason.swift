package import Forges

/// Why a pull request of ours is no longer wanted.
///
/// Its description ends the sentence "Closed, since …".
package enum ClosingReason: Hashable, Codable, Sendable {
  /// Nothing newer is to be had; the version that the base has, where there is one.
  case upToDate(version: String?)
  /// The manifest names the dependency no more.
  case removed
  /// The manifest itself is gone.
  case manifestRemoved(directory: String)
  /// No entry of the configuration asks for the directory, or for the base branch.
  case uncovered
  /// The rule that ignores it or leaves it out.
  case ignored(rule: String)
  /// What the resolver had to say.
  case impossible(String)
  /// The configuration has no group of the name.
  case groupRemoved(String)
  /// Nothing is left to do in the group.
  case groupEmpty(String)
  /// Another pull request does the same and more.
  case superseded(by: Int)
}

extension ClosingReason: CustomStringConvertible {
  /// In small letters and without a full stop: `the dependency is no longer there`.
  package var description: String {
    switch self {
    case .upToDate(let version?): "the base branch has \(version) already"
    case .upToDate(nil): "the dependency is up to date"
    case .removed: "the dependency is no longer there"
    case .manifestRemoved(let directory): "the manifest in \(directory) is no longer there"
    case .uncovered: "the configuration asks for these updates no more"
    case .ignored(let rule): "\(rule) keeps it away"
    case .impossible(let why): "the update is no longer possible: \(why)"
    case .groupRemoved(let name): "the configuration has no group \(name) any more"
    case .groupEmpty(let name): "nothing is left to update in the group \(name)"
    case .superseded(let number): "superseded by #\(number)"
    }
  }

  /// The comment on the pull request, with references in the forge's form.
  package func comment(_ text: ForgeText = ForgeText()) -> String {
    switch self {
    case .superseded(let number): "Superseded by \(text.reference(number))."
    default: "Closed, since \(inMarkdown("\(self)"))."
    }
  }
}
