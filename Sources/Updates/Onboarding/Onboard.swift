import Configuration
import Crypto
import Ecosystem
import Forges
import Languages
import Logging
import Store
import Text
import Time

extension RepositoryPass {
  /// Asks a repository without a configuration, once, to add one; and ends the question when it has one.
  ///
  /// A person who closes it is never asked again, even if the state is lost. What the forge refuses is
  /// reported, and tried again by the next pass.
  func onboard(_ base: Base, _ report: inout RepositoryReport) async {
    guard !isDry, world.people.onboarding.form != .off else { return }
    let hasFile = report.condition != .noFile
    await attempt("the question for a configuration", &report) { report in
      let id = forge.id(of: base.repository)
      let before = try await world.store.onboarding(of: id)
      try await Onboarding(pass: self, base: base)(hasFile: hasFile)
      guard !hasFile, let record = try await world.store.onboarding(of: id) else { return }
      report.asksForFile = record.state == .open && before?.state != .open
      report.notices += [record.notice(isNew: report.asksForFile, report.sign)].compactMap(\.self)
    }
  }
}

extension OnboardingRecord {
  /// What the report of a repository without a file says about the question; nil if it isn't written.
  fileprivate func notice(isNew: Bool, _ sign: String) -> String? {
    let nothing = "has no configuration file"
    switch state {
    case .open where isNew: return "\(nothing): opened \(sign)\(number) to ask for one"
    case .open: return "\(nothing): \(sign)\(number) asks for one"
    case .declined: return "\(nothing), and none is asked for: \(sign)\(number) was declined"
    case .begun, .done: return nil
    }
  }
}

/// The question for a configuration in one repository.
struct Onboarding: Sendable {
  static let branch = "martlet/onboarding"

  let pass: RepositoryPass
  let base: Base

  var forge: any Forge { pass.forge }
  var repository: RepositoryName { base.repository }
  var id: RepositoryID { forge.id(of: repository) }
  var store: StateStore { pass.world.store }
  var settings: OnboardingSettings { pass.world.people.onboarding }

  /// Continues with what is known of the repository.
  func callAsFunction(hasFile: Bool) async throws {
    let record = try await store.onboarding(of: id)
    switch record?.state {
    case .declined, .done: return
    case .open:
      guard let record else { return }
      try await follow(record, hasFile: hasFile)
    case .begun, nil:
      guard !hasFile else { return }
      try await begin(record)
    }
  }

  /// Whether the question is an issue: the forge has issues, and the operator wants one.
  private var isIssue: Bool { settings.form == .issue && forge.issues != nil }

  private func begin(_ record: OnboardingRecord?) async throws {
    let tree = try await pass.world.tree(at: base.head, of: repository, on: forge)
    guard let file = try await file(for: tree), try await pass.mayAddress(repository),
      try await store.beginOnboarding(
        of: id, limit: settings.perDay, now: pass.world.now())
    else { return }
    if let earlier = try await findEarlier() { return try await store.save(earlier, of: id) }
    let preview = try await pass.preview(file, on: base, tree)
    // Stored first: if the process dies in between, the next visit knows its branch by the digest.
    var begun = record ?? OnboardingRecord(.begun, begunAt: pass.world.now())
    let known = [begun.digest, file.digest]
    begun.digest = file.digest
    try await store.save(begun, of: id)
    try await write(file, preview, over: begun, replacing: known)
  }

  /// The file for all projects of a tree, converted from another bot's if there is one; nil without
  /// projects.
  private func file(for tree: ForgeTree) async throws -> ProposedFile? {
    if let imported = try await importedFile(for: tree) { return imported }
    return ProposedFile(
      settings.file,
      for: pass.world.ecosystems.filter { !$0.description.isOptIn }
        .flatMap { $0.discover(in: tree.source.paths) },
      ecosystems: pass.world.catalog, folders: ForgeKind.settingsFolders(on: forge.kind),
      language: pass.world.language)
  }

  /// Finds a question that the state doesn't know.
  ///
  /// One that is over doesn't count towards the day's limit.
  private func findEarlier() async throws -> OnboardingRecord? {
    let (me, now) = (pass.identity.login, pass.world.now())
    let pulls = try await forge.pullRequests(
      PullRequestQuery(head: Self.branch, state: .all, limit: 30), in: repository)
    let ours = pulls.filter { $0.author?.login == me && IssuePurpose.onboarding.marks($0.body) }
    if let open = ours.first(where: { $0.state == .open }) {
      return OnboardingRecord(.open, number: open.number, head: open.headSHA, begunAt: now)
    }
    if let last = ours.first {
      return OnboardingRecord(
        last.state == .merged ? .done : .declined, number: last.number, begunAt: .epoch)
    }
    guard isIssue, let issues = forge.issues else { return nil }
    let all = try await issues.issues(by: me, .all, in: repository)
    let found = all.filter { $0.author?.login == me && IssuePurpose.onboarding.marks($0.body) }
    if let open = found.last(where: \.isOpen) {
      return OnboardingRecord(.open, number: open.number, begunAt: now)
    }
    return found.last.map { OnboardingRecord(.declined, number: $0.number, begunAt: .epoch) }
  }

  /// Writes the question and stores that it is open.
  ///
  /// - Parameters:
  ///   - file: the proposed file.
  ///   - preview: what it leads to.
  ///   - record: the record of the question.
  ///   - digests: the files that a branch of an unknown commit may have.
  /// - Throws: `ForgeError` or `DatabaseError`.
  private func write(
    _ file: ProposedFile, _ preview: Preview, over record: OnboardingRecord,
    replacing digests: [String] = []
  ) async throws {
    let text = forge.kind.text.inert(
      preview.text(of: file, inIssue: isIssue, limit: forge.kind.textLimits.body - 1_000))
    var written = record
    if isIssue {
      guard let keeper else { return }
      let found = try await keeper.find()
      guard let issue = try await keeper.write(text, over: found).issue else { return }
      written.number = issue.number
    } else {
      guard let head = try await writeBranch(file, expecting: record.head, digests) else {
        throw ForgeError(
          .conflict, subject: Self.branch, detail: "the branch has commits that are not martlet's")
      }
      written.number = try await writePullRequest(file, text)
      written.head = head
    }
    written.state = .open
    written.digest = file.digest
    try await store.save(written, of: id)
  }

  var keeper: IssueKeeper? {
    IssueKeeper(
      .onboarding, titled: pass.world.language("martlet can keep this repository up to date"),
      in: repository, by: pass)
  }

  /// Places the file on the branch.
  ///
  /// - Parameters:
  ///   - file: its only change.
  ///   - expected: the commit that martlet wrote; empty if it should not exist.
  ///   - digests: the files by which a branch of an unknown commit is recognized.
  /// - Returns: the commit; nil if the branch has commits of others, which stay.
  /// - Throws: `ForgeError`.
  private func writeBranch(
    _ file: ProposedFile, expecting expected: String, _ digests: [String]
  ) async throws(ForgeError) -> String? {
    let commit = CommitProposal(
      parent: base.head,
      changes: [file.path: .write(Array(file.text.utf8), mode: .regular)], message: file.title)
    let first = try await forge.writeBranch(
      commit, on: Self.branch, expecting: expected.isEmpty ? nil : expected, in: repository)
    guard case .lost(let head) = first else { return first.commit }
    // An earlier visit may have been ended after it wrote the branch.
    guard let head, try await isOurs(head, file.path, digests) else { return nil }
    return try await forge.writeBranch(commit, on: Self.branch, expecting: head, in: repository)
      .commit
  }

  /// Whether a commit is the only one of its branch and has one of the proposed files.
  private func isOurs(
    _ head: String, _ path: String, _ digests: [String]
  ) async throws(ForgeError) -> Bool {
    let added = try await forge.commits(from: base.head, to: head, in: repository)
    let tree = try await forge.tree(at: head, in: repository)
    guard added.count == 1, let entry = tree.first(where: { $0.path == path }) else { return false }
    let bytes = try await forge.blob(entry.sha, limit: 1 << 20, in: repository)
    return digests.contains(ProposedFile.digest(path, String(decoding: bytes, as: UTF8.self)))
  }

  private func writePullRequest(_ file: ProposedFile, _ body: String) async throws -> Int {
    let draft = PullRequestDraft(
      head: Self.branch, base: base.defaultBranch, title: file.title, body: body)
    let result = try await forge.open(draft, in: repository)
    guard case .existed(let present) = result, present.body != body || present.title != file.title
    else { return result.value.number }
    let edit = PullRequestEdit(title: file.title, body: body)
    return try await forge.update(present.number, edit, in: repository).number
  }
}

extension ProposedFile {
  /// The title of the pull request, and the message of its commit.
  fileprivate var title: String { "Add \(path)" }

  /// Changes with the path and the text.
  var digest: String { Self.digest(path, text) }

  static func digest(_ path: String, _ text: String) -> String {
    Digest(.sha256, of: "\(path)\n\(text)").hexadecimal
  }
}

extension BranchWrite {
  /// The branch's commit if it was written.
  fileprivate var commit: String? {
    if case .written(let commit) = self { commit } else { nil }
  }
}

extension Onboarding {
  /// Ends the question if it was answered, and else keeps it up to date.
  private func follow(_ record: OnboardingRecord, hasFile: Bool) async throws {
    record.head.isEmpty
      ? try await followIssue(record, hasFile: hasFile)
      : try await followPullRequest(record, hasFile: hasFile)
  }

  private func followIssue(_ record: OnboardingRecord, hasFile: Bool) async throws {
    guard let keeper else { return }
    var found = try await keeper.find()
    if found.issue == nil { found = try await keeper.search() }
    guard let issue = found.issue, issue.isOpen else {
      return try await end(record, as: hasFile ? .done : .declined)
    }
    if hasFile {
      let answer = pass.world.language("The repository has a configuration now.")
      let text = "\(answer)\n\n\(IssuePurpose.onboarding.marker)"
      _ = try await keeper.write(text, over: found, isOpen: false)
      return try await end(record, as: .done)
    }
    try await renew(record)
  }

  private func followPullRequest(_ record: OnboardingRecord, hasFile: Bool) async throws {
    let pull = try await forge.pullRequest(record.number, in: repository)
    switch pull.state {
    case .open where hasFile:
      try await pass.closer(in: repository).say(
        pass.world.language("Closed: the repository has a configuration now."), on: record.number)
      _ = try await forge.update(record.number, PullRequestEdit(isOpen: false), in: repository)
      try await end(record, as: .done)
    case .open:
      if pull.headSHA == record.head { try await renew(record) }
    case .merged: try await end(record, as: .done)
    case .closed: try await end(record, as: hasFile ? .done : .declined)
    }
  }

  /// Proposes another file if the projects have changed.
  private func renew(_ record: OnboardingRecord) async throws {
    let tree = try await pass.world.tree(at: base.head, of: repository, on: forge)
    guard let file = try await file(for: tree), file.digest != record.digest else { return }
    try await write(file, try await pass.preview(file, on: base, tree), over: record)
  }

  /// Deletes the branch unless others have continued it, then stores the answer.
  private func end(_ record: OnboardingRecord, as state: OnboardingRecord.State) async throws {
    if !record.head.isEmpty {
      _ = try await forge.deleteBranch(Self.branch, at: record.head, in: repository)
    }
    var record = record
    record.state = state
    try await store.save(record, of: id)
    pass.world.log.info(
      "the question for a configuration was answered",
      ["repository": "\(repository)", "state": state.rawValue])
  }
}
