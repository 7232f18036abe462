import Ecosystem
import Forges

/// How a pull request looks: what its entry says of it, or its multi-ecosystem group.
struct PullRequestStyle: Hashable, Sendable {
  var title: TitleStyle
  var branch: BranchStyle
  var labels: [Label]
  var assignees: [String]
  var milestone: Int?

  /// Puts together what the entries of a pull request say.
  ///
  /// Labels and assignees of a multi-ecosystem group and of its entries add up; of the rest, what the
  /// group says counts, or else what the first entry says.
  ///
  /// - Parameters:
  ///   - entries: those whose dependencies the pull request moves, in the order of the file.
  ///   - group: the multi-ecosystem group, if it is one's.
  ///   - house: the repository's own style of titles.
  init(_ entries: [Entry], group: MultiGroup?, house: TitleStyle) {
    let first = entries.first ?? Entry()
    title = group?.title ?? first.title ?? house
    branch = group?.branch ?? first.branch
    milestone = group?.milestone ?? first.milestone
    assignees = (entries.flatMap(\.assignees) + (group?.assignees ?? [])).unique
    let own = (entries.flatMap { $0.labels ?? $0.defaultLabels } + (group?.labels ?? [])).unique
    labels = own.map { name in Label.ours.first { $0.name == name } ?? Label(name: name) }
  }
}

extension Entry {
  /// `dependencies`, and where the file has several ecosystems the language, as Dependabot says it.
  fileprivate var defaultLabels: [String] {
    let language = isOneOfSeveral ? ecosystem.map { Label.language(of: $0).name } : nil
    return [Label.dependencies.name, language].compactMap(\.self)
  }
}

extension Label {
  /// Labels that martlet may create where they are missing.
  static let ours = [dependencies, security] + EcosystemName.allCases.map(language)

  /// Set on what puts an end to an advisory, whatever labels the file asks for (Dependabot's rule).
  static let security = Label(
    name: "security", color: "ee0701", about: "Pull requests that fix a vulnerability")

  /// Whether a name stands for it: a repository may have one of its own, such as `area: security`.
  static func isSecurity(_ name: String) -> Bool { name.lowercased().contains(security.name) }

  fileprivate static func language(of ecosystem: EcosystemName) -> Label {
    switch ecosystem {
    case .npm:
      Label(name: "javascript", color: "168700", about: "Pull requests that update JavaScript code")
    case .bundler:
      Label(name: "ruby", color: "ce2d2d", about: "Pull requests that update Ruby code")
    case .swift:
      Label(name: "swift", color: "f05138", about: "Pull requests that update Swift code")
    }
  }
}
