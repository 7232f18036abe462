/// Options of Renovate's that martlet has no counterpart for, with the reason and the advice.
let renovateWithoutCounterpart: [String: String] = [
  "additionalBranchPrefix": branches, "branchName": branches, "branchPrefix": branches,
  "branchPrefixOld": branches, "branchTopic": branches, "groupSlug": branches,
  "branchNameStrict": branches, "hashedBranchLength": branches,
  "commitBody": titles, "commitBodyTable": titles, "commitMessage": titles,
  "commitMessageAction": titles, "commitMessageExtra": titles, "commitMessageSuffix": titles,
  "commitMessageTopic": titles, "commitMessageLowerCase": titles, "prTitle": titles,
  "prTitleStrict": titles,
  "prBodyColumns": bodies, "prBodyDefinitions": bodies, "prBodyNotes": bodies,
  "prBodyTemplate": bodies, "prFooter": bodies, "prHeader": bodies,
  "prBodyHeadingDefinitions": bodies,
  "dependencyDashboardTitle": dashboards, "dependencyDashboardHeader": dashboards,
  "dependencyDashboardFooter": dashboards, "dependencyDashboardLabels": dashboards,
  "dependencyDashboardAutoclose": dashboards,
  "dependencyDashboardOSVVulnerabilitySummary": dashboards,
  "dependencyDashboardCategory": dashboards, "dependencyDashboardReportAbandonment": dashboards,
  "hostRules":
    "is for the operator: write 'registries' with their credentials in the operator's file",
  "npmrc": "is for the operator: write 'registries' in the operator's file",
  "npmrcMerge": "is for the operator: write 'registries' in the operator's file",
  "encrypted": "can only be read by Renovate: write 'registries' in the operator's file",
  "secrets": "is for the operator: use ${env:NAME} or ${file:PATH} in the operator's file",
  "registryUrls": "is for the operator: write 'registries' and 'mirrors' in the operator's file",
  "defaultRegistryUrls": "is for the operator: write 'mirrors' in the operator's file",
  "registryAliases": "is for the operator: write 'mirrors' in the operator's file",
  "customDatasources": customs,
  "customizeDashboard": dashboards,
  "configMigration": "has no counterpart: martlet doesn't rewrite its file",
  "constraints": "is for the operator: write 'toolchains' in the operator's file",
  "constraintsFiltering": "has no counterpart: a runtime version in the repository already counts",
  "force": "is for the operator of Renovate", "toolSettings": "is for the operator of Renovate",
  "nodeMaxMemory": "is for the operator of Renovate", "env": "is for the operator of Renovate",
  "postUpgradeTasks": "has no counterpart: martlet runs no commands of a repository",
  "postUpdateOptions":
    "has no counterpart: martlet writes locks as their tools do, without options",
  "bumpVersion": versions, "bumpVersions": versions,
  "draftPR": "has no counterpart: 'draft: until-green' keeps drafts until their checks are green",
  "ignoreTests": "has no counterpart: martlet only merges when the checks are green",
  "assignAutomerge": people, "assigneesFromCodeOwners": people, "assigneesSampleSize": people,
  "reviewersFromCodeOwners": "has no counterpart: the forge itself asks the owners in CODEOWNERS",
  "reviewersSampleSize": people, "ignoreReviewers": people, "expandCodeOwnersGroups": people,
  "filterUnavailableUsers": people,
  "milestone": "has no counterpart: write 'milestone' with the number of the forge",
  "autoApprove": "has no counterpart: martlet approves nothing",
  "automergeComment": "has no counterpart: martlet merges by the forge's API",
  "prNotPendingHours": "has no counterpart: 'ci: {timeout: 30m}' says when a check has failed",
  "statusCheckNames": "has no counterpart", "statusCheckWhen": "has no counterpart",
  "updateNotScheduled": "has no counterpart: martlet rebases at any time if it is necessary",
  "recreateWhen": "has no counterpart: the comment '@martlet recreate' does it",
  "recreateClosed": "has no counterpart: the comment '@martlet recreate' does it",
  "keepUpdatedLabel": labels, "rebaseLabel": labels, "stopUpdatingLabel": labels,
  "pruneStaleBranches": "has no counterpart: martlet always deletes the branches that it closes",
  "pruneBranchAfterAutomerge": "has no counterpart: the forge's own setting decides",
  "pruneSupersededPrs": "has no counterpart: martlet always closes what it replaces",
  "suppressNotifications": "has no counterpart: martlet writes fewer comments",
  "gitAuthor": "is for the operator", "gitIgnoredAuthors": commits, "gitNoVerify": commits,
  "unicodeEmoji": bodies, "fetchReleaseNotes": bodies, "fetchChangeLogs": bodies,
  "changelogUrl": bodies, "sourceUrl": bodies, "sourceDirectory": bodies,
  "followTag": releases, "versioning": releases, "extractVersion": releases,
  "versionCompatibility": releases, "respectLatest": releases, "overrideDatasource": releases,
  "overrideDepName": releases, "overridePackageName": releases, "replacementName": replacements,
  "replacementVersion": replacements, "replacementNameTemplate": replacements,
  "replacementVersionTemplate": replacements, "replacementApproach": replacements,
  "abandonmentThreshold": "has no counterpart: martlet doesn't mark abandoned packages by age",
  "ignoreUnstable": "has no counterpart: unstable releases are left out",
  "platformAutomerge": "has no counterpart: the forge merges if it can, and else martlet does",
  "osvVulnerabilityAlerts": "has no counterpart: advisories always come from OSV",
  "internalChecksFilter": checks, "internalChecksAsSuccess": checks,
  "minimumReleaseAgeBehaviour": checks,
  "rollbackPrs": "has no counterpart: 'replace: pull-request' rolls withdrawn versions back",
  "transitiveRemediation": "has no counterpart: security updates always include indirect packages",
  "skipInstalls": "has no counterpart: martlet installs nothing",
  "updatePinnedDependencies": "has no counterpart: exact versions are always updated",
  "updateInternalDeps": "has no counterpart", "cloneSubmodules": "has no counterpart",
  "cloneSubmodulesFilter": "has no counterpart", "useBaseBranchConfig": "has no counterpart",
  "group": titles, "ignorePrAuthor": operators, "allowedPostUpgradeCommands": operators,
  "includeForks": "is for the operator: write 'forks: include' in the operator's file",
  "forkProcessing": "is for the operator: write 'forks: include' in the operator's file",
  "fileMatch": files, "managerFilePatterns": files,
  "pathRules": "was removed from Renovate",
  "onboarding": operators, "requireConfig": operators, "platform": operators,
  "repositories": operators, "autodiscover": operators, "dryRun": operators, "logLevel": operators,
  "logLevelRemap": operators, "username": operators, "endpoint": operators, "token": operators,
  "mode": "has no counterpart: 'silent' is 'open-pull-requests-limit: 0'",
  "confidential": bodies, "azureWorkItemId": bodies, "azureAutoComplete": bodies,
  "goGetDirs": releases, "ignoreDeprecated": releases, "ignorePlugins": operators,
  "ignoreScripts": "has no counterpart: martlet never runs scripts",
  "platformCommit": commits, "printConfig": operators, "repositoryCache": operators,
  "separateMultipleMinor": "has no counterpart",
  "stopUpdating": labels, "userStrings": bodies, "writeDiscoveredRepos": operators,
]

private let branches = "has no counterpart: a branch is named after its dependency or group"
private let titles =
  "has no counterpart: titles have Dependabot's form, with 'commit-message: {prefix}'"
private let bodies = "has no counterpart: the text of pull requests is martlet's own"
private let dashboards = "has no counterpart: martlet's dashboard has one form"
private let customs =
  "has no counterpart: the sources of martlet's 'custom' are npm, rubygems, github-tags, "
  + "github-releases, docker and swift"
private let versions = "has no counterpart: martlet doesn't change the project's own version"
private let people = "has no counterpart: the people in 'assignees' and 'reviewers' are asked"
private let labels = "has no counterpart: comments such as '@martlet rebase' do it"
private let commits = "has no counterpart: a branch with a commit of anybody else is left alone"
private let releases = "has no counterpart: releases are read as their own tools read them"
private let replacements = "has no counterpart: martlet proposes no replacement from a file"
private let checks =
  "has no counterpart: a release that is too young is never proposed"
private let files = "has no counterpart: martlet finds the files of its ecosystems by their names"
private let operators = "is for the operator of Renovate"

/// Options that mean what martlet always does, by the value that does.
let renovateAlways: [String: (value: Bool, reason: String)] = [
  "enabled": (true, "it is enabled"),
  "ignoreUnstable": (true, "unstable releases are left out"),
  "configMigration": (false, "the file stays as it is"),
  "osvVulnerabilityAlerts": (true, "advisories come from OSV"),
  "platformAutomerge": (true, "the forge merges if it can"),
  "ignoreTests": (false, "merges wait for green checks"),
  "draftPR": (false, "pull requests are no drafts"),
  "updateNotScheduled": (true, "rebases don't wait for the schedule"),
  "respectLatest": (true, "the registry's 'latest' is respected"),
  "skipInstalls": (true, "nothing is installed"),
  "separateMultipleMinor": (false, "minor versions are together"),
  "transitiveRemediation": (true, "security updates include indirect packages"),
  "pruneStaleBranches": (true, "branches of closed pull requests are deleted"),
  "reviewersFromCodeOwners": (false, "martlet doesn't read CODEOWNERS"),
  "assigneesFromCodeOwners": (false, "martlet doesn't read CODEOWNERS"),
  "rollbackPrs": (false, "nothing is rolled back"),
  "updateInternalDeps": (false, "packages of the repository stay"),
  "ignoreScripts": (true, "scripts are never run"),
  "suppressDeprecationWarnings": (true, "martlet has no such warnings"),
  "dependencyDashboardAutoclose": (false, "the dashboard stays open"),
]
