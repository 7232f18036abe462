import Configuration
import Ecosystem
import Forges
import Store
import Time
import Updates

/// A task of `run` for a worker: one repository.
struct RunTask: Codable, Sendable {
  /// The extent of the work.
  enum Extent: Codable, Sendable {
    /// A pass, repeated while merges move the base.
    case everything
    /// Checking and merging pull requests.
    case checks
  }

  var forge: String
  var repository: RepositoryName
  var extent: Extent
  /// The run's identifier, for the log.
  var run: String
  /// Whether to stop before anything is written.
  var isDry: Bool
  /// Whether the report is printed as JSON, which contains all dependencies.
  var isDocument: Bool
}

/// The report of a repository as sent over a pipe: only what `run` prints.
///
/// The parent process keeps the reports until its end. A fleet has millions of dependencies that
/// the text doesn't list.
struct ReportMessage: Codable, Sendable {
  struct Dependency: Codable, Sendable {
    var project: Project
    var name: String
    var isDirect: Bool
    var state: UpdateState
    var group: String?
    var proposal: Proposal?
  }

  struct Proposal: Codable, Sendable {
    var branch: String
    var title: String
    var body: String
    var commitMessage: String
    /// The changed files; only for a dry run, which prints them.
    var files: [File]
  }

  struct File: Codable, Sendable {
    var path: String
    var before: [UInt8]?
    var after: [UInt8]?
  }

  var repository: String
  var forge: String
  var sign: String
  var dependencies: [Dependency]
  var problems: [Problem]
  var findings: [Finding]
  var notices: [String]
  var repositoryFailure: ForgeError?
  var verdicts: [VerdictRecord]
  var needsPass: Bool
  var lookAgainAt: Timestamp?
  var checkTimeout: Duration
}

extension ReportMessage {
  /// Creates the answer to a task.
  init(_ report: RepositoryReport, for task: RunTask) {
    repository = report.repository
    forge = report.forge
    sign = report.sign
    let printed = task.isDocument ? report.dependencies : report.listedDependencies
    dependencies = printed.map { Dependency($0, isDry: task.isDry) }
    problems = report.problems
    findings = report.findings
    notices = report.notices
    repositoryFailure = report.repositoryFailure
    verdicts = report.verdicts
    needsPass = report.needsPass
    lookAgainAt = report.lookAgainAt
    checkTimeout = report.checkTimeout
  }

  /// The report; everything that the message omits is empty.
  var report: RepositoryReport {
    var report = RepositoryReport(repository: repository, forge: forge, problems: problems)
    report.sign = sign
    report.dependencies = dependencies.map { $0.report(forge, repository) }
    report.findings = findings
    report.notices = notices
    report.repositoryFailure = repositoryFailure
    report.verdicts = verdicts
    report.needsPass = needsPass
    report.lookAgainAt = lookAgainAt
    report.checkTimeout = checkTimeout
    return report
  }
}

extension ReportMessage.Dependency {
  fileprivate init(_ report: DependencyReport, isDry: Bool) {
    project = report.project
    name = report.dependency.name
    isDirect = report.dependency.kind == .direct
    state = report.state
    group = report.group
    proposal = report.proposal.map { proposal in
      ReportMessage.Proposal(
        branch: proposal.branch, title: proposal.title, body: proposal.body,
        commitMessage: proposal.commitMessage,
        files: !isDry
          ? []
          : proposal.update.files.map {
            ReportMessage.File(path: $0.path, before: $0.before, after: $0.after)
          })
    }
  }

  fileprivate func report(_ forge: String, _ repository: String) -> DependencyReport {
    DependencyReport(
      project: project,
      dependency: Ecosystem.Dependency(name: name, kind: isDirect ? .direct : .indirect),
      state: state,
      proposal: RepositoryName(repository).flatMap { repository in
        proposal.map { $0.proposal(of: name, in: project, forge, repository) }
      }, group: group)
  }
}

extension ReportMessage.Proposal {
  fileprivate func proposal(
    of name: String, in project: Project, _ forge: String, _ repository: RepositoryName
  ) -> Updates.Proposal {
    let key = UpdateKey(
      forge: forge, repository: repository, base: "", scope: .ecosystems,
      subject: .dependency(name))
    let change = Change(
      files: files.map { FileChange(path: $0.path, before: $0.before, after: $0.after) },
      moves: [])
    return Updates.Proposal(
      update: Update(key: key, parts: [Update.Part(project: project, leads: [], change: change)]),
      branch: branch, title: title, body: body, commitMessage: commitMessage, base: "")
  }
}
