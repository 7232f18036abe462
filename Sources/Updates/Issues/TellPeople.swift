import Forges
import Logging
import Store

extension RepositoryPass {
  /// Writes the issues of a repository after a pass was saved: the notice and the dashboard.
  ///
  /// An issue that can't be written is reported, and tried again by the next pass; no update depends on
  /// it.
  func tellPeople(_ report: inout RepositoryReport) async {
    guard !isDry, let name = report.name else { return }
    await attempt("the issue about the configuration", &report) { report in
      try await writeNotice(report, in: name)
    }
    await attempt("the dashboard", &report) { report in
      try await writeDashboard(&report, in: name)
    }
  }

  /// Runs a step that writes an issue; a refusal becomes a line of the report.
  func attempt(
    _ what: String, _ report: inout RepositoryReport,
    _ body: (inout RepositoryReport) async throws -> Void
  ) async {
    do {
      try await body(&report)
    } catch let error as ForgeError {
      report.notices.append("\(what) cannot be written: \(error.message)")
    } catch is SwitchedOffIssues {
      report.notices.append(
        "there is no place for \(what): the repository's issues are switched off")
    } catch {
      report.notices.append("\(what) cannot be written: \(error)")
    }
  }
}
