import Forges
import Languages
import Logging
import Store
import Time

/// The title of the dashboard, by which it is found if a person removes the marker.
let dashboardTitle = "martlet dashboard"

extension RepositoryPass {
  /// Reads the ticked boxes of the dashboard, and returns everything that people asked for.
  ///
  /// It costs one conditional request in a repository with a dashboard, and none in others.
  ///
  /// - Throws: `DatabaseError`. What the forge refuses is reported.
  func readDashboard(
    of base: Base, _ requested: RequestedActions, _ report: inout RepositoryReport
  ) async throws -> RequestedActions {
    let id = forge.id(of: base.repository)
    var requested = requested
    if report.wantsDashboard == true, !isDry {
      await attempt("the dashboard", &report) { _ in
        try await takeTicks(in: base.repository)
      }
      requested.ignores = try await world.store.ignores(of: id)
      requested.rebuilds = try await world.store.rebuildRequests(of: id)
    }
    let records = try await world.store.pullRequests(of: id)
    requested.proposed = records.filter { $0.state == .open }.flatMap(\.proposals)
    requested.requests = try await world.store.dashboardRequests(of: id) + requested.proposed
    return requested
  }

  private func takeTicks(in name: RepositoryName) async throws {
    guard let keeper = IssueKeeper(.dashboard, titled: dashboardTitle, in: name, by: self) else {
      return
    }
    let found = try await keeper.find()
    guard let issue = found.issue else { return }
    try await TickReader(keeper: keeper, issue: issue)(found.record)
    // Makes the last step of the pass open it again: the file still asks for it.
    if !issue.isOpen { try await keeper.forgetText() }
  }
}

extension PullRequestRecord {
  /// What the pull request proposes, in the form of approvals: as long as it is open, it needs none.
  var proposals: [DashboardRequest] {
    CommentThread.all(of: [self], []).values.flatMap(\.proposed).map { proposed in
      DashboardRequest(
        .approve, ecosystem: proposed.ecosystem, directory: proposed.directory,
        dependency: proposed.name, version: proposed.version, createdAt: updatedAt)
    }
  }
}

/// Carries out what people did to the dashboard since martlet wrote it.
struct TickReader: Sendable {
  let keeper: IssueKeeper
  let issue: ForgeIssue

  private var pass: RepositoryPass { keeper.pass }
  private var store: StateStore { pass.world.store }
  private var language: Language { pass.world.language }
  private var handler: CommandHandler {
    CommandHandler(pass: pass, repository: keeper.repository)
  }

  /// Stores the requests, then that they were read.
  ///
  /// If the process dies in between, the next visit reads the same ticks; each step can be repeated.
  func callAsFunction(_ record: OwnIssue) async throws {
    let known = record.text(like: issue.body)
    let (before, now) = (DashboardBox.all(in: known), DashboardBox.all(in: issue.body))
    let ticked = now.keys.filter { now[$0] == true && before[$0] != true }
    let unticked = before.keys.filter { before[$0] == true && now[$0] == false }
    let isEdited =
      !known.isEmpty && DashboardBox.unticked(known) != DashboardBox.unticked(issue.body)
    guard !ticked.isEmpty || !unticked.isEmpty || isEdited else {
      // A write may have failed after it was announced.
      if !record.body.isSameText(as: issue.body) { try await keeper.saved(record.reading(issue)) }
      return
    }
    let judgement = try await judge(record, isKnown: !known.isEmpty)
    if case .allowed(let author) = judgement {
      for box in ticked { try await carryOut(box, author) }
      for box in unticked { try await withdraw(box) }
    }
    var read = record.reading(issue)
    read.note = note(judgement, isTicked: !ticked.isEmpty || !unticked.isEmpty, isEdited)
    try await keeper.saved(read)
  }

  /// Whether what was done to the dashboard counts.
  private enum Judgement {
    /// All who edited it may write; with their names, or empty if the host doesn't report them.
    case allowed(by: String)
    /// With a sentence that says why.
    case refused(String)
  }

  private func judge(_ record: OwnIssue, isKnown: Bool) async throws -> Judgement {
    let editors = try await keeper.issues.editors(
      of: issue.number, since: record.writtenAt, in: keeper.repository)
    switch editors {
    case .writers: return .allowed(by: "")
    case .unknown(let reason):
      return
        .refused(language("It is not known who ticked a box: \(reason)."))
    case .accounts(let all):
      let names = all.subtracting([pass.identity.login]).sorted()
      // After the state was lost, the ticks may be those that martlet left in place.
      guard !names.isEmpty || !isKnown else {
        return .refused(language("The host does not say who ticked a box."))
      }
      for name in names where try await !handler.mayCommand(name) {
        return .refused(
          language(
            "Boxes count only if all who edited this text have write access, which \(code("@\(name)")) has not."
          ))
      }
      return .allowed(by: names.joined(separator: ", "))
    }
  }

  private func note(_ judgement: Judgement, isTicked: Bool, _ isEdited: Bool) -> String {
    var sentences: [String] = []
    if isTicked, case .refused(let reason) = judgement {
      sentences.append(language("The last ticks were taken back. \(reason)"))
    }
    if isEdited {
      sentences.append(
        language("The last changes of this text were undone: only the boxes can be changed here."))
    }
    return sentences.joined(separator: " ")
  }

  private func carryOut(_ box: DashboardBox, _ author: String) async throws {
    pass.world.log.info(
      "a box of the dashboard was ticked",
      ["repository": "\(keeper.repository)", "author": author])
    switch box {
    case .request(let kind, let subject):
      try await store.save(request(kind, subject, author), of: keeper.id)
    case .rebuild(let number): try await rebuild(number, author)
    case .unignore(let subject, let condition): try await unignore(subject, condition)
    }
  }

  private func withdraw(_ box: DashboardBox) async throws {
    guard case .request(let kind, let subject) = box else { return }
    try await store.remove(request(kind, subject, ""), of: keeper.id)
  }

  private func request(
    _ kind: DashboardRequest.Kind, _ subject: DashboardBox.Subject, _ author: String
  ) -> DashboardRequest {
    DashboardRequest(
      kind, ecosystem: subject.ecosystem, directory: subject.directory,
      dependency: subject.dependency, version: subject.version, author: author,
      createdAt: pass.world.now())
  }

  private func rebuild(_ number: Int, _ author: String) async throws {
    let records = try await store.pullRequests(of: keeper.id)
    guard let record = records.first(where: { $0.number == number && $0.state == .open }) else {
      return
    }
    let present = try await pass.forge.pullRequest(number, in: keeper.repository)
    try await store.save(
      RebuildRequest(
        repository: keeper.id, key: record.key, kind: .rebase, number: number,
        comment: RebuildRequest.dashboardComment(of: number), author: author,
        head: present.headSHA, createdAt: pass.world.now()))
  }

  /// Removes an ignore command; a reply on its pull request says so, from which a lost state is
  /// restored.
  private func unignore(
    _ subject: DashboardBox.Subject, _ condition: Ignore.Condition
  ) async throws {
    let all = try await store.ignores(of: keeper.id)
    for ignore in all where ignore.matches(subject, condition) {
      let extent = ignore.extent(in: language)
      try await handler.replies.write(
        language(
          "I can propose \(extent) of \(code(ignore.dependency)) again: its box in the "
            + "dashboard was ticked."),
        [.unignore(ignore)], to: -Int(ignore.createdAt.seconds), on: ignore.number)
      try await store.remove(ignore)
    }
  }
}

extension Ignore {
  fileprivate func matches(_ subject: DashboardBox.Subject, _ condition: Condition) -> Bool {
    ecosystem == subject.ecosystem && directory == subject.directory
      && dependency == subject.dependency && version == subject.version
      && self.condition == condition
  }
}

extension OwnIssue {
  /// The text of martlet's that a text was made from: what it wrote last, or what it had written
  /// before if the process died before the write.
  fileprivate func text(like present: String) -> String {
    let plain = DashboardBox.unticked(present)
    return !previous.isEmpty && plain != DashboardBox.unticked(body)
      && plain == DashboardBox.unticked(previous) ? previous : body
  }
}
