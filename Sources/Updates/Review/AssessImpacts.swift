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
      guard let ecosystem = ecosystem(part.project.ecosystem) else { continue }
      let leads = part.leads.filter { $0.dependency.kind == .direct }
      guard !leads.isEmpty else { continue }
      do throws(Problem) {
        let opened = try await ecosystem.open(part.project, in: tree)
        var assessment = ImpactAssessment(opened, in: tree)
        assessment.generatedFolders = catalog.descriptions.flatMap(\.generatedFolders)
        assessment.fileLimit = Self.sourceFiles
        assessment.cache = comparisons
        for lead in leads {
          guard reports.count < Self.comparedDependencies else {
            reports.append(lead.uncompared)
            continue
          }
          reports.append(await assessment(lead.dependency, from: lead.from, to: lead.to))
        }
      } catch {
        reports += leads.map {
          ImpactReport(
            name: $0.dependency.name, from: $0.from, to: $0.to,
            unknown: "the project can't be read: \(error.message)")
        }
      }
    }
    return reports.unique
  }
}

extension Update.Lead {
  /// The report of a dependency beyond the limit.
  fileprivate var uncompared: ImpactReport {
    ImpactReport(
      name: dependency.name, from: from, to: to,
      unknown: "only the first 20 dependencies of a pull request are compared")
  }
}
