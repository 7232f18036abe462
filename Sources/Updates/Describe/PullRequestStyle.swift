import Configuration
import Ecosystem
import Forges
import Impact
import Languages

/// The appearance of a pull request, as configured by its entries or its multi-ecosystem group.
struct PullRequestStyle: Hashable, Sendable {
  var title: TitleStyle
  var branch: BranchStyle
  var labels: [Label]
  var assignees: [String]
  var reviewers: [String]
  var milestone: Int?
  var isDraft = false
  /// The language of the description; nil: that of the repository.
  var language: Language?
  /// Whether the body says which used symbols change.
  var hasImpact = false
  /// What rules add once the impact is known.
  var lateSettings: [LateSetting] = []

  /// Combines the settings of the entries of a pull request.
  ///
  /// Labels, assignees and reviewers of a multi-ecosystem group, its entries and their rules add up. For everything else
  /// the group's setting applies, or otherwise that of the first entry.
  ///
  /// - Parameters:
  ///   - entries: the entries whose dependencies the pull request updates, in the file's order.
  ///   - rules: the rules of the entries that match a dependency of the pull request.
  ///   - late: the rules that depend on the impact of a dependency's update.
  ///   - group: the multi-ecosystem group; nil if the pull request belongs to none.
  ///   - house: the repository's own style of titles.
  ///   - ecosystems: the ecosystems whose labels martlet can create.
  init(
    _ entries: [Entry], rules: [PackageRule],
    late: [(dependency: String, rule: PackageRule)] = [], group: MultiGroup?, house: TitleStyle,
    ecosystems: EcosystemCatalog
  ) {
    let first = entries.first ?? Entry()
    title = group?.title ?? first.title ?? house
    branch = group?.branch ?? first.branch
    milestone = group?.milestone ?? first.milestone
    assignees =
      (entries.flatMap(\.assignees) + rules.flatMap(\.assignees) + (group?.assignees ?? [])).unique
    reviewers = (entries.flatMap(\.reviewers) + rules.flatMap(\.reviewers)).unique
    let drafts = rules.compactMap(\.draft)
    isDraft = drafts.last.map { $0 == .untilGreen } ?? entries.contains { $0.draft == .untilGreen }
    language = first.language
    hasImpact = entries.contains { $0.impact == .on }
    let names =
      entries.flatMap { $0.labels ?? $0.defaultLabels(in: ecosystems) } + rules.flatMap(\.labels)
    let known = Label.ours(in: ecosystems)
    func label(_ name: String) -> Label { known.first { $0.name == name } ?? Label(name: name) }
    labels = (names + (group?.labels ?? [])).unique.map(label)
    lateSettings = late.map { dependency, rule in
      var setting = LateSetting(
        dependency: dependency, verdicts: Set(rule.match.impacts.map(\.verdict)))
      setting.labels = rule.labels.map(label)
      setting.assignees = rule.assignees
      setting.reviewers = rule.reviewers
      setting.isDraft = rule.draft.map { $0 == .untilGreen }
      return setting
    }
  }
}

extension Entry {
  /// `dependencies`, and the ecosystem's label if the file has several ecosystems, as in Dependabot.
  fileprivate func defaultLabels(in ecosystems: EcosystemCatalog) -> [String] {
    let ids = isOneOfSeveral ? ecosystem?.ids ?? [] : []
    return [Label.dependencies.name] + ids.compactMap { ecosystems[$0]?.label.name }.unique
  }
}

extension ImpactAnswer {
  /// The answer in a report.
  fileprivate var verdict: ImpactVerdict {
    switch self {
    case .affected: .affected
    case .notAffected: .notAffected
    case .unknown: .unknown
    }
  }

  /// Converts the answer of a report.
  init(_ verdict: ImpactVerdict) {
    self =
      switch verdict {
      case .affected: .affected
      case .notAffected: .notAffected
      case .unknown: .unknown
      }
  }
}

extension Label {
  /// The label of pull requests that fix a vulnerability, regardless of the configured labels (as in
  /// Dependabot).
  static let security = Label(
    name: "security", color: "ee0701", about: "Pull requests that fix a vulnerability")

  /// Whether a label means the same, such as a repository's own `area: security`.
  static func isSecurity(_ name: String) -> Bool { name.lowercased().contains(security.name) }

  /// Whether martlet may create the label if the repository lacks it.
  ///
  /// Labels that only the configuration names have no description.
  var isOurs: Bool { !about.isEmpty }

  /// The labels that martlet creates in repositories that lack them.
  static func ours(in ecosystems: EcosystemCatalog) -> [Label] {
    [dependencies, security] + ecosystems.descriptions.map(Label.init)
  }

  private init(_ ecosystem: EcosystemDescription) {
    self.init(
      name: ecosystem.label.name, color: ecosystem.label.color,
      about: "Pull requests that update \(ecosystem.language) code")
  }
}
