import Configuration
import Testing
import Text

/// The most frequent options of real configurations, each with a usual value.
///
/// The measurement is in docs/decisions/importer-measurements.md.
private let carried = [
  "extends: ['config:recommended']", "labels: ['x']", "schedule: ['before 5am on monday']",
  "timezone: 'Europe/Paris'", "prConcurrentLimit: 3", "prHourlyLimit: 2", "automerge: true",
  "assignees: ['ann']", "reviewers: ['bob']", "dependencyDashboard: true", "enabled: true",
  "semanticCommits: 'enabled'", "ignoreDeps: ['a']", "ignorePaths: ['x/**']",
  "baseBranches: ['main']", "enabledManagers: ['npm']", "rangeStrategy: 'bump'",
  "minimumReleaseAge: '3 days'", "separateMajorMinor: false, groupName: 'all'",
  "commitMessagePrefix: 'deps:'", "lockFileMaintenance: {enabled: true}",
  "lockFileMaintenance: {enabled: true, schedule: ['before 5am on monday']}",
  "vulnerabilityAlerts: {enabled: true}", "platformAutomerge: true", "automergeType: 'pr'",
  "branchConcurrentLimit: 4",
  "major: {enabled: false}", "patch: {automerge: true}", "npm: {enabled: false}",
  "packageRules: [{matchPackageNames: ['a'], enabled: false}]",
  "packageRules: [{matchPackageNames: ['a', 'b'], groupName: 'g'}]",
  "packageRules: [{matchUpdateTypes: ['minor', 'patch'], automerge: true}]",
  "packageRules: [{matchManagers: ['npm'], labels: ['x']}]",
  "packageRules: [{matchDepTypes: ['devDependencies'], automerge: true}]",
  "packageRules: [{matchPackagePatterns: ['^a'], groupName: 'g'}]",
  "packageRules: [{matchPackagePrefixes: ['a'], groupName: 'g'}]",
  "packageRules: [{matchDepNames: ['a'], enabled: false}]",
  "packageRules: [{matchFileNames: ['x/**'], enabled: false}]",
  "packageRules: [{matchPackageNames: ['a'], allowedVersions: '<3'}]",
  "packageRules: [{matchPackageNames: ['a'], addLabels: ['x']}]",
  "packageRules: [{matchPackageNames: ['a'], minimumReleaseAge: '3 days'}]",
  "packageRules: [{matchCurrentVersion: '!/^0/', matchUpdateTypes: ['minor'], automerge: true}]",
  "packageRules: [{excludePackageNames: ['a'], groupName: 'g'}]",
  "packageRules: [{matchUpdateTypes: ['major'], dependencyDashboardApproval: true}]",
  "customManagers: [{customType: 'regex', managerFilePatterns: ['/a/'], matchStrings: "
    + "['n (?<currentValue>.*)'], depNameTemplate: 'n', datasourceTemplate: 'npm'}]",
]

/// Frequent options without a counterpart.
private let reported = [
  "packageRules: [{matchPackageNames: ['a'], groupName: 'g', groupSlug: 's'}]",
  "commitMessageTopic: 'x'", "commitMessageExtra: 'x'", "dependencyDashboardTitle: 'x'",
  "suppressNotifications: ['prIgnoreNotification']", "postUpdateOptions: ['npmDedupe']",
  "packageRules: [{matchBaseBranches: ['x'], enabled: false}]",
]

@Suite struct `The most frequent options of Renovate` {
  private func imported(_ options: String) -> ImportedFile {
    importedRenovate(SourceText(file: "renovate.json", "{\(options)}"), ecosystems: ecosystems)
  }

  @Test(arguments: carried) func `are carried over`(options: String) {
    let file = imported(options)
    #expect(!file.carried.isEmpty, "\(file.findings)")
    #expect(file.findings.allSatisfy { $0.severity == .note }, "\(file.findings)")
  }

  @Test(arguments: reported) func `are reported if they have no counterpart`(options: String) {
    let file = imported(options)
    #expect(file.findings.contains { $0.severity == .warning }, "\(file.findings)")
  }
}
