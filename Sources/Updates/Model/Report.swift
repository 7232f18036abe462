package import Configuration
package import Ecosystem
package import Store
package import Forges
package import Languages
import Text
package import Time

/// The result of a pass for one dependency; in a dry pass, the result that a real pass would have.
package struct DependencyReport: Codable, Sendable {
  /// The project that contains the dependency.
  ///
  /// Several projects can report the same package.
  package var project: Project
  /// The dependency before the pass, with the version in the lock file.
  package var dependency: Dependency
  /// The state after the pass.
  package var state: UpdateState
  /// The pull request, if there is or would be one.
  package var proposal: Proposal?
  /// The group in the configuration file.
  package var group: String?
  /// Why the newest release is held back, even if an older one is proposed.
  package var held: UpdateState?
  /// The key of the pull request that contains or would contain the dependency.
  package var key: UpdateKey?
  /// The key of the dependency's own pull request, if that of `key` replaces it.
  package var insteadOf: UpdateKey?
}

extension DependencyReport {
  /// Why newer releases than the proposed one aren't proposed, by rules first, then by what prevents
  /// them in the resolution.
  package var obstacles: [UpdateState] {
    let parts = proposal?.update.parts.filter { $0.project == project } ?? []
    let blocked = parts.flatMap(\.change.heldBack).filter {
      $0.name == dependency.name && $0.version != held?.version
    }
    let states = blocked.map { UpdateState.heldBack(version: $0.version, reason: $0.reason) }
    return ([held].compactMap(\.self) + states).filter { $0 != state }.unique
  }

  /// Creates a report for display, without the data of later stages.
  package init(
    project: Project, dependency: Dependency, state: UpdateState, proposal: Proposal? = nil,
    group: String? = nil
  ) {
    self.init(
      project: project, dependency: dependency, state: state, proposal: proposal, group: group,
      held: nil)
  }
}

/// The result of a pass over one repository.
package struct RepositoryReport: Codable, Sendable {
  /// The repository.
  package var repository: RepositoryID
  /// The sign before the numbers of pull requests in texts.
  package var sign = ForgeText().pullRequestSign
  /// By base branch: all dependencies, then those of closed pull requests.
  package var dependencies: [DependencyReport]
  /// Why the repository or one of its manifests could not be processed.
  package var problems: [Problem]
  /// Findings in the configuration file.
  package var findings: [Finding] = []
  /// Failures that did not prevent any update.
  package var notices: [String] = []
  /// The forge's error that ended the pass early.
  ///
  /// The scheduler derives the next attempt from it.
  package var repositoryFailure: ForgeError?
  /// The verdicts of our open pull requests and of those merged in this pass.
  package var verdicts: [VerdictRecord] = []
  /// Whether the pass asked the people of the repository for a configuration file.
  package var asksForFile = false
  /// The seconds between a release and its pull request, for each that this pass opened.
  package var releaseLags: [Int] = []
  /// Whether the base moved by a merge, or a pull request has to be rebuilt.
  ///
  /// All entries are due then.
  package var needsPass = false
  /// When a verdict can change without an event on the forge; nil: never.
  package var lookAgainAt: Timestamp?
  /// When entries are due again before their schedules, because a limit per hour holds pull requests
  /// back; nil: none is.
  package var dueAgainAt: Timestamp?
  /// The longest timeout of the watched checks.
  package var checkTimeout = Duration.zero
  /// What the pass has read, with the problems of each: they replace the known ones.
  package var read: [ReadSubject] = []
  /// All subjects that the pass found, read or not, such as projects of entries that aren't due.
  package var subjects: Set<String> = []
  /// Why the repository gets updates or none; nil if the pass ended before it was known.
  package var condition: RepositoryCondition?
  /// Where the forge of the repository would have its configuration file.
  package var usualFile = ".github/dependabot.yml"
  /// Whether all stages have run, so that other subjects than `subjects` don't exist any more.
  package var isComplete = false

  /// The repository's present name; nil if the pass ended before it was known.
  package var name: RepositoryName?
  /// The mistakes in the configuration file, with their places; nil if the file wasn't read.
  package var configurationErrors: [String]?
  /// Whether the file asks for a dashboard; nil if the file wasn't read.
  package var wantsDashboard: Bool?
  /// The number of the dashboard's issue; nil without one, or if it isn't known yet.
  package var dashboard: Int?
  /// The channels that the file chooses, as `Entry.channels`; nil if it wasn't read.
  package var channels: String?
  /// Who is responsible for the manifests; nil if that wasn't read.
  package var owners: [String]?
  /// The language that the file asks for; nil: none, or the file can't be read.
  package var language: Language?

  /// Creates a report.
  package init(
    repository: RepositoryID, dependencies: [DependencyReport] = [], problems: [Problem] = []
  ) {
    self.repository = repository
    self.dependencies = dependencies
    self.problems = problems
  }

  /// Adds all problems that a subject has now; none ends the known ones.
  ///
  /// - Parameters:
  ///   - problems: those of the subject as a whole.
  ///   - dependencies: those of its dependencies by name; the report has them with each dependency.
  ///   - subject: identifies it in the repository.
  mutating func record(
    _ problems: [Problem], ofEach dependencies: [String: Problem] = [:], of subject: String
  ) {
    self.problems += problems
    let failures = problems.filter(\.isFailure).map(\.line)
    var found = ReadSubject(subject, problems: problems.filter { !$0.isFailure }.map(\.line))
    found.failures = failures.isEmpty ? nil : failures
    found.missing = dependencies.filter { $0.value.isMissing }.mapValues(\.line)
    found.unread = Set(dependencies.filter { $0.value.isFailure }.keys)
    read.append(found)
    subjects.insert(subject)
  }

  /// Why the repository gets no updates, with the file that its forge would have; nil if it gets them.
  package var reason: String? {
    condition == .noFile ? "has no configuration file, such as \(usualFile)" : condition?.reason
  }

  /// Every problem, including those of single dependencies.
  package var allProblems: [Problem] {
    problems
      + dependencies.compactMap { report in
        switch report.state {
        case .problem(let problem): problem
        case .apart(_, _, let problem) where problem.kind == .failed: problem
        default: nil
        }
      }
  }

  /// The numbers of the pull requests that this pass opened or updated.
  var pushed: Set<Int> {
    Set(
      dependencies.compactMap { report in
        switch report.state {
        case .opened(let number, _), .updated(let number, _): number
        default: nil
        }
      })
  }
}

extension Problem {
  /// Whether it is a mistake of the repository, such as a lock with a syntax error, or a dependency on a
  /// package that no registry has.
  ///
  /// A place in a file of the repository means that the file is wrong. A registry that asks for a
  /// credential is the operator's: its problem has an advice.
  package var isOfRepository: Bool {
    guard kind == .failed else { return true }
    let isInFile = location.map { !$0.file.contains("://") } ?? false
    return isInFile || unavailable != nil && advice == nil
  }

  /// Whether something doesn't respond or is broken that isn't of the repository.
  fileprivate var isFailure: Bool { !isOfRepository }

  /// Whether only the repository can solve the problem of a dependency, such as an unknown package.
  fileprivate var isMissing: Bool { kind == .failed && isOfRepository }

  /// Location, subject and message in one line.
  package var line: String {
    let prefix = location.map { "\($0): " } ?? ""
    let subject = subject.map { "\($0): " } ?? ""
    return (prefix + subject + message).replacing("\n", with: " ")
  }
}
