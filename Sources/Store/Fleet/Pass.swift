import Database
package import Forges
package import Time

/// Why a repository gets updates, or why it gets none.
package enum RepositoryCondition: String, Codable, CaseIterable, Hashable, Sendable {
  /// Entries of its configuration find projects.
  case active
  /// It has no configuration file, and the operator has no defaults.
  case noFile = "no-file"
  /// Its file has mistakes, so that the file or each entry is unused.
  case mistaken
  /// martlet doesn't support any entry of the file.
  case unsupported
  /// The entries of the file find no project.
  case nothingFound = "nothing-found"
  /// The default branch has no commit.
  case empty
  /// It is a fork, and the operator includes no forks.
  case fork
  /// It is read-only on its forge.
  case archived
  /// The credential may not write to it.
  case noRights = "no-rights"
}

/// A problem that lasts until its subject is read again without it.
package struct KnownProblem: Codable, Hashable, Sendable {
  /// What the problem is about, such as a project, in the format of `ReadSubject`.
  package var subject: String
  /// The problem in one line.
  package var message: String
  /// The dependency of the subject that has it; nil if the subject has it as a whole.
  package var part: String?
  /// Whether it is the failure of a host, which ends when the subject is read again, even in part.
  package var isFailure: Bool?

  /// Creates a problem of a subject as a whole, or of one of its dependencies.
  package init(
    subject: String, message: String, part: String? = nil, isFailure: Bool? = nil
  ) {
    self.subject = subject
    self.message = message
    self.part = part
    self.isFailure = isFailure
  }
}

/// Something that a pass has read, with all problems that it has now.
package struct ReadSubject: Codable, Hashable, Sendable {
  /// Identifies the subject in its repository.
  package var subject: String
  /// One line each; empty if it has none.
  package var problems: [String]
  /// The problems of single dependencies by their names, one line each; nil for none.
  package var missing: [String: String]?
  /// The dependencies that could not be looked up, whose known problems stay; nil for none.
  package var unread: Set<String>?
  /// The failures of hosts that prevented reading it, so that all its known problems stay; nil for
  /// none.
  package var failures: [String]?

  /// Creates a subject.
  package init(_ subject: String, problems: [String] = []) {
    self.subject = subject
    self.problems = problems
  }

  /// Its problems now.
  fileprivate var found: [KnownProblem] {
    problems.map { KnownProblem(subject: subject, message: $0) }
      + (missing ?? [:]).sorted { $0.key < $1.key }.map {
        KnownProblem(subject: subject, message: $0.value, part: $0.key)
      }
      + (failures ?? []).map { KnownProblem(subject: subject, message: $0, isFailure: true) }
  }

  /// Whether a known problem of it may not have ended, because what has it could not be read.
  fileprivate func leaves(_ problem: KnownProblem) -> Bool {
    guard problem.isFailure != true else { return false }
    return failures != nil || problem.part.map { unread?.contains($0) == true } ?? false
  }

  /// The repository as a whole.
  package static let repository = "repository"
}

/// The result of a pass, or of a part of one.
package struct PassResult: Codable, Hashable, Sendable {
  /// The subjects that it read, or tried to read, whose problems replace the known ones.
  package var read: [ReadSubject]
  /// All subjects of the repository; nil if the pass didn't find all.
  ///
  /// Problems of other subjects end.
  package var existing: Set<String>?
  /// Why the repository gets updates or none; nil if the pass didn't find out.
  package var condition: RepositoryCondition?
  /// How long a whole pass took; nil for a part of one, which keeps the time of the last pass.
  package var duration: Duration?

  /// Creates a result.
  package init(
    read: [ReadSubject], existing: Set<String>? = nil, condition: RepositoryCondition? = nil,
    lasting duration: Duration? = nil
  ) {
    self.read = read
    self.existing = existing
    self.condition = condition
    self.duration = duration
  }
}

extension StateStore {
  /// Stores the result of a pass over a repository; problems of subjects that it didn't read stay.
  ///
  /// - Throws: `DatabaseError`.
  package func save(
    _ result: PassResult, of repository: RepositoryID, now: Timestamp
  ) async throws {
    try await perform(.savePass(result, of: repository, at: now)) { database in
      try await database.write { transaction in
        let known = try transaction.row(
          Pass.self,
          "SELECT at, seconds, problems, condition FROM passes WHERE \(isOfRepository)",
          repository.forge, repository.name)
        if known == nil, result.duration == nil, result.read.allSatisfy(\.found.isEmpty) {
          return
        }
        var pass = known ?? Pass(at: now, seconds: 0, problems: [], condition: .active)
        if let duration = result.duration {
          pass.at = now
          pass.seconds = Int(duration.components.seconds)
        }
        pass.condition = result.condition ?? pass.condition
        let before = pass.problems
        pass.replaceProblems(result)
        try transaction.save(
          pass, in: "passes", of: repository, onConflict: .replace(key: ["repository_id"]))
        let id = try transaction.id(of: repository)
        if let fact = pass.change(from: before, now: now) { try transaction.note([fact], of: id) }
        if result.duration != nil { try transaction.countWeek(of: id, now: now) }
      }
    }
  }

  /// Stores problems of a repository as a whole, such as a visit that ended its worker.
  package func finishPass(
    over repository: RepositoryID, lasting duration: Duration, problems: [String], now: Timestamp
  ) async throws {
    try await save(
      PassResult(
        read: [ReadSubject(ReadSubject.repository, problems: problems)], lasting: duration),
      of: repository, now: now)
  }
}

/// A row of the last pass over a repository.
private struct Pass: Codable {
  var at: Timestamp
  var seconds: Int
  var problems: [KnownProblem]
  var condition: RepositoryCondition

  /// The first problem of a repository that had none, or the end of the last one; nil for other
  /// changes.
  func change(from before: [KnownProblem], now: Timestamp) -> Fact? {
    guard before.isEmpty != problems.isEmpty else { return nil }
    guard let first = problems.first else {
      return Fact(.recovered, "problem \(now.seconds)", at: now, summary: "all problems are solved")
    }
    let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
    return Fact(.problem, "problem \(now.seconds)", at: now, summary: first.message + more)
  }

  mutating func replaceProblems(_ result: PassResult) {
    let read = Dictionary(grouping: result.read, by: \.subject)
    problems.removeAll { problem in
      let isRead = read[problem.subject].map { !$0.contains { $0.leaves(problem) } } ?? false
      return isRead || result.existing?.contains(problem.subject) == false
    }
    problems += result.read.flatMap(\.found).filter { !problems.contains($0) }
  }
}
