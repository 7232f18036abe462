import Forges

/// How a pull request looks: what its entry says of it, or its multi-ecosystem group.
struct Look: Hashable, Sendable {
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
    assignees = once(entries.flatMap(\.assignees) + (group?.assignees ?? []))
    labels = once(
      entries.flatMap { $0.labels ?? [Label.dependencies.name] } + (group?.labels ?? [])
    ).map { $0 == Label.dependencies.name ? .dependencies : Label(name: $0) }
  }
}
