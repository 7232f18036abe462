import JSON

extension RenovateOption {
  /// The same option with the name and the value that Renovate migrates an older one to.
  ///
  /// Its origin keeps the name in the file. Those that have no newer form stay as they are.
  var migrated: RenovateOption {
    var option = self
    if let name = newerNames[name] {
      option.name = name
      return option
    }
    switch (name, value.content) {
    case ("pinVersions", .bool(let isPinned)):
      option.replace("rangeStrategy", .string(isPinned ? "pin" : "replace"))
    case ("upgradeInRange", .bool(true)): option.replace("rangeStrategy", .string("bump"))
    case ("requiredStatusChecks", .null): option.replace("ignoreTests", .bool(true))
    case ("unpublishSafe", .bool(true)): option.replace("minimumReleaseAge", .string("3 days"))
    case ("semanticCommits", .bool(let isOn)):
      option.replace("semanticCommits", .string(isOn ? "enabled" : "disabled"))
    case ("automergeType", .string("branch-push")):
      option.replace("automergeType", .string("branch"))
    case ("automerge", .string("none")), ("automerge", .string("false")):
      option.replace("automerge", .bool(false))
    case ("automerge", .string("any")), ("automerge", .string("true")):
      option.replace("automerge", .bool(true))
    default: break
    }
    return option
  }

  private mutating func replace(_ name: String, _ content: JSON5Node.Content) {
    self.name = name
    value = JSON5Node(content, at: value.location)
  }
}

extension JSON5Node {
  /// A manager of regular expressions with today's names of keys.
  var withNewerNames: JSON5Node {
    guard let members, self["packageNameTemplate"] == nil else { return self }
    return JSON5Node(
      .object(
        members.map { member in
          let isOlder = member.name == "lookupNameTemplate"
          return Member(
            name: isOlder ? "packageNameTemplate" : member.name, location: member.location,
            value: member.value)
        }), at: location)
  }
}

/// Names of options before they were renamed, with those of today.
private let newerNames: [String: String] = [
  "baseBranch": "baseBranches", "masterIssue": "dependencyDashboard",
  "masterIssueApproval": "dependencyDashboardApproval",
  "masterIssueTitle": "dependencyDashboardTitle", "multipleMajorPrs": "separateMultipleMajor",
  "separateMajorReleases": "separateMajorMinor",
  "separateMultipleMajorReleases": "separateMultipleMajor",
  "separatePatchReleases": "separateMinorPatch", "versionStrategy": "rangeStrategy",
  "gitLabAutomerge": "platformAutomerge", "managerBranchPrefix": "additionalBranchPrefix",
  "branchPrefixOld": "branchPrefix", "golang": "gomod",
]
