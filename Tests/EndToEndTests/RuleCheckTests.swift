import JSON
import TestSupport
import Testing

/// What `config check` says about rules, by the whole program.
@Suite struct `The command config check` {
  private let folder: Folder

  init() throws {
    folder = try Folder([
      ".github/martlet.yml": """
      version: 2
      updates:
        - package-ecosystem: swift
          directory: /
          schedule: {interval: weekly}
          rules:
            - {match: {name: aster, section: production}, priority: 1}
            - {match: {name: aster, update-type: major}, priority: 2}
            - {match: {name: "b*"}, labels: [birds]}

      """,
      "Package.swift": GitHubFiles.manifest(["aster"]),
      "Package.resolved": GitHubFiles.resolved(["aster": String(repeating: "a", count: 40)]),
    ])
  }

  @Test func `reports rules that disagree, with their lines`() async throws {
    let outcome = try await Program.run("config", "check", in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(
      outcome.out.contains(
        "martlet.yml:8:9: note: this rule and the rule at line 7 can both match an update: this one "
          + "then decides about 'priority'"), "\(outcome.out)")
  }

  @Test func `explains which rules apply to a dependency, and why`() async throws {
    let outcome = try await Program.run(
      "config", "check", "--explain", "aster", in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    for line in [
      "martlet.yml:8:9: depends on the update", "  update-type: major: open, the step isn't known",
      "martlet.yml:9:9: doesn't apply", "  name: b*: no, its name is aster",
      "priority: 2 (line 8, depends on the update)",
    ] { #expect(outcome.out.contains(line), "\(outcome.out)") }
  }
}
