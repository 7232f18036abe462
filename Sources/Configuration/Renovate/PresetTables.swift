extension RenovatePresets {
  /// Whole configurations.
  static let configurations = [
    "config:recommended": recommended,
    "config:base": recommended,
    "config:best-practices": """
    {extends: ["config:recommended", "docker:pinDigests", "helpers:pinGitHubActionDigests",
      ":configMigration", ":pinDevDependencies", "abandonments:recommended",
      "security:minimumReleaseAgeNpm", ":maintainLockFilesWeekly"]}
    """,
    "config:js-app": """
    {extends: ["config:recommended", ":pinAllExceptPeerDependencies"]}
    """,
    "config:js-lib": """
    {extends: ["config:recommended", ":pinOnlyDevDependencies"]}
    """,
    "config:semverAllDaily": """
    {extends: [":preserveSemverRanges", "group:all", "schedule:daily"]}
    """,
    "config:semverAllWeekly": """
    {extends: [":preserveSemverRanges", "group:all", "schedule:weekly",
      ":maintainLockFilesWeekly"]}
    """,
    "config:semverAllMonthly": """
    {extends: [":preserveSemverRanges", "group:all", "schedule:monthly",
      ":maintainLockFilesMonthly"]}
    """,
  ]

  private static let recommended = """
    {extends: [":dependencyDashboard", ":semanticPrefixFixDepsChoreOthers",
      ":ignoreModulesAndTests", "group:monorepos", "group:recommended",
      "mergeConfidence:age-confidence-badges", "replacements:all", "workarounds:all"]}
    """

  /// Single settings.
  static let settings = [
    ":dependencyDashboard": "{dependencyDashboard: true}",
    ":disableDependencyDashboard": "{dependencyDashboard: false}",
    ":masterIssue": "{dependencyDashboard: true}",
    ":masterIssueApproval": "{dependencyDashboardApproval: true}",
    ":enableRenovate": "{enabled: true}",
    ":disableRenovate": "{enabled: false}",
    ":dependencyDashboardApproval": "{dependencyDashboardApproval: true}",
    ":approveMajorUpdates": "{major: {dependencyDashboardApproval: true}}",
    ":semanticCommits": "{semanticCommits: 'enabled'}",
    ":semanticCommitsDisabled": "{semanticCommits: 'disabled'}",
    ":semanticCommitType": "{semanticCommitType: '{{arg0}}'}",
    ":semanticCommitTypeAll": "{semanticCommitType: '{{arg0}}'}",
    ":semanticCommitScope": "{semanticCommitScope: '{{arg0}}'}",
    ":semanticCommitScopeDisabled": "{semanticCommitScope: null}",
    ":semanticPrefixChore": "{semanticCommitType: 'chore'}",
    ":semanticPrefixFix": "{semanticCommitType: 'fix'}",
    ":semanticPrefixFixDepsChoreOthers": "{semanticCommitType: 'fix, or chore'}",
    ":ignoreModulesAndTests": """
    {ignorePaths: ["**/node_modules/**", "**/bower_components/**", "**/vendor/**",
      "**/examples/**", "**/__tests__/**", "**/test/**", "**/tests/**", "**/__fixtures__/**"]}
    """,
    ":includeNodeModules": "{ignorePaths: []}",
    ":label": "{labels: ['{{arg0}}']}",
    ":labels": "{labels: ['{{arg0}}', '{{arg1}}', '{{arg2}}', '{{arg3}}']}",
    ":assignee": "{assignees: ['{{arg0}}']}",
    ":reviewer": "{reviewers: ['{{arg0}}']}",
    ":assignAndReview": "{assignees: ['{{arg0}}'], reviewers: ['{{arg0}}']}",
    ":timezone": "{timezone: '{{arg0}}'}",
    ":prHourlyLimit1": "{prHourlyLimit: 1}",
    ":prHourlyLimit2": "{prHourlyLimit: 2}",
    ":prHourlyLimit4": "{prHourlyLimit: 4}",
    ":prHourlyLimitNone": "{prHourlyLimit: 0}",
    ":prConcurrentLimit10": "{prConcurrentLimit: 10}",
    ":prConcurrentLimit20": "{prConcurrentLimit: 20}",
    ":prConcurrentLimitNone": "{prConcurrentLimit: 0}",
    ":disableRateLimiting": "{prConcurrentLimit: 0, prHourlyLimit: 0}",
    ":prImmediately": "{prCreation: 'immediate'}",
    ":prNotPending": "{prCreation: 'not-pending'}",
    ":rebaseStalePrs": "{rebaseWhen: 'behind-base-branch'}",
    ":configMigration": "{configMigration: true}",
    ":maintainLockFilesDisabled": "{lockFileMaintenance: {enabled: false}}",
    ":maintainLockFilesWeekly": """
    {lockFileMaintenance: {enabled: true, schedule: ["before 4am on monday"]}}
    """,
    ":maintainLockFilesMonthly": """
    {lockFileMaintenance: {enabled: true, schedule: ["before 4am on the first day of the month"]}}
    """,
    ":enableVulnerabilityAlerts": "{vulnerabilityAlerts: {enabled: true}}",
    ":enableVulnerabilityAlertsWithLabel":
      "{vulnerabilityAlerts: {enabled: true, labels: ['{{arg0}}']}}",
    ":disableVulnerabilityAlerts": "{vulnerabilityAlerts: {enabled: false}}",
    "security:only-security-updates": """
    {packageRules: [{enabled: false, matchPackageNames: ["*"]}],
      vulnerabilityAlerts: {enabled: true}, osvVulnerabilityAlerts: true}
    """,
    ":updateNotScheduled": "{updateNotScheduled: true}",
    ":noUnscheduledUpdates": "{updateNotScheduled: false}",
    ":ignoreUnstable": "{ignoreUnstable: true}",
    ":respectLatest": "{respectLatest: true}",
  ]

  /// When pull requests are merged, and how majors are separated.
  static let merging = [
    ":automergeAll": "{automerge: true}",
    ":automergeDisabled": "{automerge: false}",
    ":automergeMajor":
      "{major: {automerge: true}, minor: {automerge: true}, patch: {automerge: true}}",
    ":automergeMinor": "{minor: {automerge: true}, patch: {automerge: true}}",
    ":automergePatch": "{patch: {automerge: true}, minor: {automerge: false}}",
    ":automergeDigest": "{digest: {automerge: true}}",
    ":automergeBranch": "{automergeType: 'branch'}",
    ":automergePr": "{automergeType: 'pr'}",
    ":automergeRequireAllStatusChecks": "{ignoreTests: false}",
    ":skipStatusChecks": "{ignoreTests: true}",
    ":automergeStableNonMajor": """
    {packageRules: [{matchUpdateTypes: ["minor", "patch"], matchCurrentVersion: "!/^0/",
      automerge: true}]}
    """,
    ":automergeLinters": """
    {packageRules: [{matchManagers: ["npm", "bundler"], matchPackageNames: ["eslint*",
      "@eslint/*", "@typescript-eslint/*", "prettier*", "stylelint*", "markdownlint*", "oxlint",
      "@biomejs/biome", "rubocop*", "standard"], automerge: true}]}
    """,
    ":automergeTesters": """
    {packageRules: [{matchManagers: ["npm"], matchPackageNames: ["jest*", "@jest/*", "ts-jest",
      "babel-jest", "mocha*", "chai*", "sinon*", "vitest", "@vitest/*", "ava", "c8", "nyc",
      "istanbul*", "karma*", "jasmine*", "cypress"], automerge: true}]}
    """,
    ":automergeTypes": """
    {packageRules: [{matchManagers: ["npm"], matchPackageNames: ["@types/*"], automerge: true}]}
    """,
    ":separateMajorReleases": "{separateMajorMinor: true}",
    ":separateMultipleMajorReleases": "{separateMajorMinor: true, separateMultipleMajor: true}",
    ":separatePatchReleases": "{separateMajorMinor: true, separateMinorPatch: true}",
    ":combinePatchMinorReleases": "{separateMinorPatch: false}",
    "npm:unpublishSafe": npmAge,
    ":unpublishSafe": npmAge,
    "security:minimumReleaseAgeNpm": npmAge,
  ]

  private static let npmAge = """
    {packageRules: [{matchManagers: ["npm"], minimumReleaseAge: "3 days"}]}
    """

  /// Which packages are updated, and how requirements are written.
  static let packages = [
    ":preserveSemverRanges": "{rangeStrategy: 'replace'}",
    ":pinVersions": "{rangeStrategy: 'pin'}",
    ":autodetectPinVersions": "{rangeStrategy: 'auto'}",
    ":autodetectRangeStrategy": "{rangeStrategy: 'auto'}",
    ":pinDependencies": """
    {packageRules: [{matchDepTypes: ["dependencies"], rangeStrategy: "pin"}]}
    """,
    ":pinDevDependencies": """
    {packageRules: [{matchDepTypes: ["devDependencies"], rangeStrategy: "pin"}]}
    """,
    ":pinOnlyDevDependencies": """
    {packageRules: [{rangeStrategy: "replace", matchPackageNames: ["*"]},
      {matchDepTypes: ["devDependencies"], rangeStrategy: "pin"}]}
    """,
    ":pinAllExceptPeerDependencies": """
    {packageRules: [{rangeStrategy: "pin", matchPackageNames: ["*"]}]}
    """,
    ":doNotPinPackage": """
    {packageRules: [{matchPackageNames: ["{{arg0}}"], rangeStrategy: "replace"}]}
    """,
    ":widenPeerDependencies": """
    {packageRules: [{matchDepTypes: ["peerDependencies"], rangeStrategy: "widen"}]}
    """,
    ":onlyNpm": "{enabledManagers: ['npm']}",
    ":enablePreCommit": "{'pre-commit': {enabled: true}}",
    ":gitSubmodules": "{'git-submodules': {enabled: true}}",
    ":disableMajorUpdates": "{major: {enabled: false}}",
    ":disableDigestUpdates": "{digest: {enabled: false}}",
    ":disableDevDependencies": """
    {packageRules: [{matchDepTypes: ["devDependencies"], enabled: false}]}
    """,
    ":disablePeerDependencies": """
    {packageRules: [{matchDepTypes: ["peerDependencies"], enabled: false}]}
    """,
    ":pinDigestsDisabled": "{pinDigests: false}",
    ":docker": "{dockerfile: {enabled: true}, 'docker-compose': {enabled: true}}",
    "docker:enableMajor": """
    {packageRules: [{matchDatasources: ["docker"], matchUpdateTypes: ["major"], enabled: true}]}
    """,
    "docker:disableMajor": """
    {packageRules: [{matchDatasources: ["docker"], matchUpdateTypes: ["major"], enabled: false}]}
    """,
    "docker:disable": "{dockerfile: {enabled: false}, 'docker-compose': {enabled: false}}",
    "docker:pinDigests": """
    {packageRules: [{matchDatasources: ["docker"], pinDigests: true}]}
    """,
    "helpers:pinGitHubActionDigests": actionDigests,
    "helpers:pinGitHubActionDigestsToSemver": actionDigests,
    "helpers:disableTypesNodeMajor": """
    {packageRules: [{matchPackageNames: ["@types/node"], matchUpdateTypes: ["major"],
      enabled: false}]}
    """,
    "helpers:followTypescriptNext": """
    {packageRules: [{matchPackageNames: ["typescript"], followTag: "next"}]}
    """,
    "helpers:followTypescriptRc": """
    {packageRules: [{matchPackageNames: ["typescript"], followTag: "rc"}]}
    """,
  ]

  private static let actionDigests = """
    {packageRules: [{matchManagers: ["github-actions"], pinDigests: true}]}
    """

  /// Times.
  static let schedules = [
    "schedule:daily": #"{schedule: ["before 4am"]}"#,
    "schedule:earlyMondays": #"{schedule: ["before 4am on monday"]}"#,
    "schedule:weekly": #"{schedule: ["before 4am on monday"]}"#,
    "schedule:monthly": #"{schedule: ["before 4am on the first day of the month"]}"#,
    "schedule:quarterly": #"{schedule: ["* 0-3 1 */3 *"]}"#,
    "schedule:yearly": #"{schedule: ["* 0-3 1 1 *"]}"#,
    "schedule:weekends": #"{schedule: ["every weekend"]}"#,
    "schedule:weekdays": #"{schedule: ["every weekday"]}"#,
    "schedule:daytime": #"{schedule: ["after 8am and before 6pm every weekday"]}"#,
    "schedule:officeHours": #"{schedule: ["after 8am and before 6pm every weekday"]}"#,
    "schedule:nonOfficeHours": """
    {schedule: ["after 10pm every weekday", "before 5am every weekday", "every weekend"]}
    """,
    "schedule:automergeDaily": #"{automergeSchedule: ["before 4am"]}"#,
    "schedule:automergeWeekly": #"{automergeSchedule: ["before 4am on monday"]}"#,
    "schedule:automergeEarlyMondays": #"{automergeSchedule: ["before 4am on monday"]}"#,
    "schedule:automergeMonthly":
      #"{automergeSchedule: ["before 4am on the first day of the month"]}"#,
    "schedule:automergeWeekends": #"{automergeSchedule: ["every weekend"]}"#,
    "schedule:automergeOfficeHours":
      #"{automergeSchedule: ["after 8am and before 6pm every weekday"]}"#,
  ]
}
