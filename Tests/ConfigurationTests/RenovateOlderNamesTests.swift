import Configuration
import Ecosystem
import Patterns
import Testing
import Text

/// Converts options for npm.
private func imported(_ options: String) -> ImportedFile {
  importedRenovate(
    SourceText(file: "renovate.json", "{enabledManagers: ['npm'], \(options)}"),
    ecosystems: ecosystems, schema: FileKind.repository.schema(ecosystems))
}

@Suite struct `An option with an older name, when it is imported,` {
  @Test(arguments: [
    ("masterIssue: true", "dependencyDashboard: true"),
    ("masterIssueApproval: true", "dependencyDashboardApproval: true"),
    ("separatePatchReleases: true", "separateMinorPatch: true"),
    ("separateMajorReleases: false", "separateMajorMinor: false"),
    ("multipleMajorPrs: true", "separateMultipleMajor: true"),
    ("baseBranch: 'next'", "baseBranches: ['next']"),
    ("pinVersions: false", "rangeStrategy: 'replace'"),
    ("upgradeInRange: true", "rangeStrategy: 'bump'"),
    ("automerge: 'any'", "automerge: true"), ("automerge: 'none'", "automerge: false"),
    ("automerge: true, automergeType: 'branch-push'", "automerge: true, automergeType: 'branch'"),
    ("semanticCommits: true", "semanticCommits: 'enabled'"),
    ("unpublishSafe: true", "minimumReleaseAge: '3 days'"),
    (
      "packageRules: [{packageNames: ['a'], pinVersions: false}]",
      "packageRules: [{matchPackageNames: ['a'], rangeStrategy: 'replace'}]"
    ),
  ])
  func `means what its newer name means`(older: String, newer: String) throws {
    let file = imported(older)
    // The comments name the option of the old file.
    let lines = { (file: ImportedFile) in
      (file.text ?? "none").split(separator: "\n").map { $0.prefix { $0 != "#" } }
    }
    #expect(lines(file) == lines(imported(newer)))
    #expect(file.findings.filter { $0.severity == .warning } == [], "\(older)")
  }

  @Test(arguments: [
    ("pinVersions: true", "'pinVersions' 'pin': martlet doesn't turn"),
    (
      "requiredStatusChecks: null", "'requiredStatusChecks' has no counterpart: martlet only merges"
    ),
    ("pinVersions: 'x'", "'pinVersions' is unknown"),
  ])
  func `is reported by the name in the file`(options: String, start: String) {
    #expect(imported(options).findings.contains { $0.message.hasPrefix(start) }, "\(options)")
  }

  @Test func `of a preset for Biome reads the version of its schema`() throws {
    let file = importedRenovate(
      SourceText(file: "renovate.json", "{extends: ['customManagers:biomeVersions']}"),
      ecosystems: ecosystems, schema: FileKind.repository.schema(ecosystems))
    let source = SourceText(file: ".github/martlet.yml", try #require(file.text))
    let read = try #require(RepositoryFile.read(source, ecosystems: ecosystems).value)
    let custom = try #require(read.updates.flatMap(\.custom).first)
    #expect(custom.includes("a/biome.jsonc") && !custom.includes("biome.ts"))
    #expect(custom.references.name == "@biomejs/biome")
    let text = #"{"$schema": "https://biomejs.dev/schemas/1.9.4/schema.json"}"#
    let pattern = try Pattern(custom.references.pattern)
    let match = try #require(
      try pattern.match(in: Array(text.utf8), from: 0, retries: 10_000))
    let range = try #require(pattern.group(named: "current").flatMap { match.groups[$0] })
    #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == "1.9.4")
  }
}
