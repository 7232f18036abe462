import Forges
import Languages
import Store

extension RepositoryPass {
  /// Writes the dashboard if it differs from what the forge has, and closes one that the file no longer
  /// asks for.
  ///
  /// Without a change it costs no request.
  ///
  /// - Throws: `ForgeError` or `DatabaseError`.
  func writeDashboard(_ report: inout RepositoryReport, in name: RepositoryName) async throws {
    guard let isWanted = report.wantsDashboard else { return }
    let id = forge.id(of: name)
    guard isWanted else { return try await endDashboard(in: name) }
    guard
      let keeper = IssueKeeper(.dashboard, titled: dashboardTitle, in: name, by: self)
    else {
      report.notices.append("there is no dashboard: this kind of forge has no issues for it")
      return
    }
    let known = try await world.store.ownIssue(.dashboard, of: id)
    let content = try await dashboard(of: id, note: known?.note ?? "")
    let text = forge.kind.text.inert(content.text(limit: forge.kind.textLimits.body - 1_000))
    report.dashboard = known?.issueNumber
    guard known.map({ $0.number == 0 || !$0.body.isSameText(as: text) }) ?? true else { return }
    let found = try await keeper.find()
    // A tick since the last read must not be overwritten: the next visit reads it.
    if let issue = found.issue, found.record.differs(from: issue) {
      report.needsPass = true
      return
    }
    report.dashboard = try await keeper.write(text, over: found).record.issueNumber
  }

  /// Closes the dashboard of a repository whose file no longer asks for it.
  private func endDashboard(in name: RepositoryName) async throws {
    let id = forge.id(of: name)
    guard let known = try await world.store.ownIssue(.dashboard, of: id), known.number > 0,
      let keeper = IssueKeeper(.dashboard, titled: dashboardTitle, in: name, by: self)
    else { return }
    let found = try await keeper.find()
    if found.issue?.isOpen == true {
      let text = """
        \(world.language("The configuration has no `dashboard: true` any more."))

        \(IssuePurpose.dashboard.marker)
        """
      _ = try await keeper.write(text, over: found, isOpen: false)
    }
    try await keeper.saved(OwnIssue(.dashboard))
  }

  private func dashboard(of id: RepositoryID, note: String) async throws -> DashboardContent {
    let store = world.store
    let observations = try await store.observations(of: id)
    let all = try await store.pullRequests(of: id)
    let records = all.filter { $0.state == .open }
    let verdicts = try await store.verdicts(of: id)
    let rebuilds = try await store.rebuildRequests(of: id).filter(\.isOfDashboard)
    let language = world.language
    return DashboardContent(
      observations: observations,
      pullRequests: records.sorted { $0.number < $1.number }.map { record in
        let verdict = verdicts.first { $0.number == record.number && $0.head == record.head }
        return DashboardContent.OpenPullRequest(
          number: record.number, title: record.summary(observations, language),
          red: verdict?.reasonOfRed(language))
      },
      problems: try await store.problems(of: id).map(\.message).sorted().unique,
      ignores: try await store.ignores(of: id),
      requests: try await dropFulfilledRequests(observations, all, of: id),
      rebuilds: Set(rebuilds.map(\.number)), note: note, text: forge.kind.text,
      language: language)
  }
}

extension PullRequestRecord {
  /// The dependencies with their versions: `a` 1.0.0 → 1.1.0, and at most seven more.
  fileprivate func summary(_ observations: [Observation], _ language: Language) -> String {
    let proposed = CommentThread.all(of: [self], []).values.flatMap(\.proposed)
      .sorted { ($0.name, $0.directory) < ($1.name, $1.directory) }
    let moves = proposed.prefix(8).map { proposed in
      let known = observations.first { observation in
        observation.name == proposed.name && observation.directory == proposed.directory
          && observation.ecosystem == proposed.ecosystem
      }
      let from = known?.current.map { "\(code($0)) → " } ?? ""
      return "\(code(proposed.name)) \(from)\(code(proposed.version))"
    }
    let rest = proposed.count - moves.count
    return language.list(moves) + (rest > 0 ? language(" and \(rest) more") : "")
  }
}

extension OwnIssue {
  /// Whether somebody changed the text since martlet read or wrote it.
  fileprivate func differs(from issue: ForgeIssue) -> Bool {
    guard !body.isEmpty else { return false }
    return ![body, previous].contains { $0.isSameText(as: issue.body) }
  }
}

extension VerdictRecord {
  /// The failed checks of a red verdict; nil for others.
  fileprivate func reasonOfRed(_ language: Language) -> String? {
    guard Kind.red.contains(verdict) else { return nil }
    let names = checks.filter { $0.state != "success" }.map(\.name)
    let what = names.isEmpty ? "CI" : shortList(names, of: Message("checks"), language)
    return verdict == .timedOut
      ? language("\(what) not finished in time") : language("\(what) failed")
  }
}
