import Configuration
import Ecosystem

/// Assessed dependencies that share a pull request.
package struct PlannedPullRequest: Sendable {
  /// The key of the pull request.
  package var key: UpdateKey
  /// The group in the configuration file; nil for a single dependency.
  package var group: String?
  /// In the order of the surveys; never empty.
  package var members: [PlannedUpdate]

  /// An assessment with the survey that contains it.
  package struct PlannedUpdate: Sendable {
    /// The index of the survey in the checkout.
    package var survey: Int
    /// Has at least one candidate.
    package var candidateSet: CandidateSet

    /// Creates a member.
    package init(survey: Int, candidateSet: CandidateSet) {
      self.survey = survey
      self.candidateSet = candidateSet
    }

    var name: String { candidateSet.dependency.name }
    /// The version of the best candidate.
    var newestVersion: String { candidateSet.candidates.first?.version ?? "" }
  }

  /// Whether the members are version updates or security updates; the same for all of them.
  var purpose: GroupRule.Purpose { members.first?.candidateSet.purpose ?? .versionUpdates }

  /// Creates a batch.
  package init(key: UpdateKey, group: String?, members: [PlannedUpdate]) {
    self.key = key
    self.group = group
    self.members = members
  }
}
