import Ecosystem
import Impact

extension World {
  /// The maximum number of source files to read for a pull request, since each may cost a request.
  private static let sourceFiles = 300

  /// Compares the versions of updated direct dependencies, and looks up what the repository uses.
  ///
  /// Skipped for more than five, because it fetches both versions of each.
  ///
  /// - Parameters:
  ///   - update: the changes of a pull request.
  ///   - tree: the repository before them.
  /// - Returns: a report for each dependency of a project; those that fail say so.
  func impacts(of update: Update, in tree: SourceTree) async -> [ImpactReport] {
    guard update.leads.count <= 5 else { return [] }
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
        for lead in leads {
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
