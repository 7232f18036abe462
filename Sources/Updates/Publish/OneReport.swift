import Ecosystem
import Versioning

extension Publication {
  /// What a report is about: a dependency, or one of its steps if `separate` divides them.
  ///
  /// The update of a whole lock is one of its own.
  private struct Subject: Hashable {
    var project: Project
    var dependency: String
    var step: Step?
    var isMaintenance: Bool
    var replacement: Replacement?
  }

  /// Returns the reports with one for each dependency: several pull requests can move it, or one can
  /// although its own isn't possible.
  ///
  /// The pull request of the dependency itself comes first, then another one that proposes it, then what
  /// people have to know, then that it is up to date. What another report says about a newer version
  /// becomes the reason why that isn't proposed.
  func withOneReportForEach() -> [DependencyReport] {
    var result: [DependencyReport] = []
    var indices: [Subject: Int] = [:]
    for report in reports {
      let subject = Subject(
        project: report.project, dependency: report.dependency.id, step: report.key?.step,
        isMaintenance: report.key?.isMaintenance ?? false,
        replacement: report.key?.replacement)
      guard let index = indices[subject] else {
        indices[subject] = result.count
        result.append(report)
        continue
      }
      let isBetter = rank(report) < rank(result[index])
      let (kept, other) = isBetter ? (report, result[index]) : (result[index], report)
      result[index] = kept
      result[index].insteadOf = kept.insteadOf ?? other.insteadOf
      if kept.held == nil, kept.state.isProposed, let version = other.state.version,
        !other.state.isProposed, !kept.proposes(version)
      {
        result[index].held = other.state
      }
    }
    // That there is no newer version says little about a dependency that is replaced.
    let replaced = result.filter { $0.key?.replacement != nil }
    return result.filter { report in
      report.state != .upToDate
        || !replaced.contains {
          $0.project == report.project && $0.dependency.id == report.dependency.id
        }
    }
  }

  private func rank(_ report: DependencyReport) -> Int {
    switch report.state {
    case .current, .toUpdate, .opened, .updated, .toOpen, .merged, .foreignCommits:
      isOwn(report) ? 0 : 1
    case .upToDate: 4
    case .leftOut, .switchedOff: 3
    default: 2
    }
  }

  /// Whether the pull request of a report was planned for the dependency.
  private func isOwn(_ report: DependencyReport) -> Bool {
    analysis.plan.plannedPullRequests.contains { planned in
      planned.key == report.key
        && planned.members.contains {
          $0.id == report.dependency.id && $0.project == report.project
        }
    }
  }
}

extension DependencyReport {
  /// Whether its pull request has a version of the dependency.
  fileprivate func proposes(_ version: String) -> Bool {
    proposal?.update.parts.contains { part in
      part.project == project
        && part.leads.contains { $0.dependency.id == dependency.id && $0.to == version }
    } ?? (state.version == version)
  }
}

extension UpdateState {
  /// Whether a pull request proposes the update, or would.
  var isProposed: Bool {
    switch self {
    case .current, .toUpdate, .opened, .updated, .toOpen: true
    default: false
    }
  }
}
