package import Forges
package import Impact

/// What a rule sets if the impact of a dependency's update has one of some answers.
package struct LateSetting: Hashable, Codable, Sendable {
  /// The dependency.
  package var dependency: String
  /// The answers.
  package var verdicts: Set<ImpactVerdict>
  /// Added to the labels.
  package var labels: [Label] = []
  /// Added to the assignees.
  package var assignees: [String] = []
  /// Added to the reviewers.
  package var reviewers: [String] = []
  /// Whether the pull request is opened as a draft; nil: as decided before.
  package var isDraft: Bool?
}

extension Proposal {
  /// Applies the rules that depend on the impact, whose reports are known now.
  mutating func applyLateSettings() {
    for setting in lateSettings {
      guard let report = impacts.first(where: { $0.name == setting.dependency }),
        setting.verdicts.contains(report.verdict)
      else { continue }
      labels = (labels + setting.labels).unique
      assignees = (assignees + setting.assignees).unique
      reviewers = (reviewers + setting.reviewers).unique
      isDraft = setting.isDraft ?? isDraft
    }
  }
}
