import Configuration
import Ecosystem

/// Outlooks that go into one pull request.
package struct Batch: Sendable {
  /// What its members share; the one pull request that they go into.
  package var key: UpdateKey
  /// The group of the repository's file that asks for it; nil: the dependency stands alone.
  package var group: String?
  /// In the order of the surveys; at least one.
  package var members: [Member]

  /// An outlook with the survey that it is part of.
  package struct Member: Sendable {
    /// The survey's place among all of the checkout.
    package var survey: Int
    /// As the rules judged it, with candidates left.
    package var outlook: Outlook

    /// Joins an outlook with its place.
    package init(survey: Int, outlook: Outlook) {
      self.survey = survey
      self.outlook = outlook
    }

    var name: String { outlook.dependency.name }
  }

  /// What its members are moved for, the same for all of them.
  var purpose: GroupRule.Purpose { members.first?.outlook.purpose ?? .versionUpdates }

  /// Gathers what shares a key.
  package init(key: UpdateKey, group: String?, members: [Member]) {
    self.key = key
    self.group = group
    self.members = members
  }
}
