import Configuration
import Ecosystem
import Impact

extension World {
  /// The maximum number of source files to read for a pull request, since each may cost a request.
  private static let sourceFiles = 300
  /// The maximum number of dependencies to compare for a pull request, since both versions of each
  /// are fetched.
  private static let comparedDependencies = 20

  /// Compares the versions of updated direct dependencies, and looks up what the repository uses.
  ///
  /// - Parameters:
  ///   - update: the changes of a pull request.
  ///   - tree: the repository before them.
  /// - Returns: a report for each dependency of a project; those that fail say so.
  func impacts(of update: Update, in tree: SourceTree) async -> [ImpactReport] {
    var reports: [ImpactReport] = []
    for part in update.parts {
      let steps = part.leads.filter { $0.successor == nil }.map { lead in
        let fixes = part.fixes.filter { $0.dependency == lead.dependency.name }
        return ComparedStep(
          dependency: lead.dependency, from: lead.from, to: lead.to,
          vulnerable: fixes.flatMap(\.alert.symbols).unique)
      }
      reports += await impacts(
        of: steps, in: part.project, tree, limit: Self.comparedDependencies - reports.count)
    }
    return reports.unique
  }

  /// Compares the newest versions of pull requests that aren't made yet, for the order of opening.
  ///
  /// - Parameters:
  ///   - planned: in the order in which they would be opened.
  ///   - tree: the repository.
  /// - Returns: the worst answer about each of the first ones, up to the limit of one pull request.
  func impacts(
    ofPlanned planned: [PlannedPullRequest], in tree: SourceTree
  ) async -> [UpdateKey: ImpactVerdict] {
    var answers: [UpdateKey: ImpactVerdict] = [:]
    var left = Self.comparedDependencies
    for planned in planned
    where planned.key.replacement == nil
      && planned.members.contains(where: { $0.state.entry.impact == .on })
    {
      guard planned.members.count <= left else { break }
      left -= planned.members.count
      var verdicts: [ImpactVerdict] = []
      for member in planned.members {
        let dependency = member.candidateSet.dependency
        guard let from = dependency.exactVersion ?? dependency.current else { continue }
        let step = ComparedStep(dependency: dependency, from: from, to: member.newestVersion)
        verdicts += await impacts(of: [step], in: member.project, tree, limit: 1).map(\.verdict)
      }
      answers[planned.key] = [.affected, .unknown, .notAffected].first(where: verdicts.contains)
    }
    return answers
  }

  private func impacts(
    of steps: [ComparedStep], in project: Project, _ tree: SourceTree, limit: Int
  ) async -> [ImpactReport] {
    let steps = steps.filter { $0.dependency.kind == .direct }
    guard !steps.isEmpty, let ecosystem = ecosystem(project.ecosystem) else { return [] }
    do throws(Problem) {
      let opened = try await ecosystem.open(project, in: tree)
      var assessment = ImpactAssessment(opened, in: tree)
      assessment.generatedFolders = catalog.descriptions.flatMap(\.generatedFolders)
      assessment.fileLimit = Self.sourceFiles
      assessment.cache = comparisons
      var reports: [ImpactReport] = []
      for step in steps.prefix(max(0, limit)) {
        reports.append(
          await assessment(
            step.dependency, from: step.from, to: step.to, vulnerable: step.vulnerable))
      }
      return reports
        + steps.dropFirst(max(0, limit)).map {
          $0.unknown("only the first 20 dependencies of a pull request are compared")
        }
    } catch {
      return steps.map { $0.unknown("the project can't be read: \(error.message)") }
    }
  }
}

/// A step of a dependency whose versions are compared.
private struct ComparedStep {
  var dependency: Dependency
  var from: String
  var to: String
  /// The symbols that fixed advisories name.
  var vulnerable: [String] = []

  func unknown(_ reason: String) -> ImpactReport {
    ImpactReport(name: dependency.name, from: from, to: to, unknown: reason)
  }
}
