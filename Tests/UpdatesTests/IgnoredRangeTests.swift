import Configuration
import Ecosystem
import NPM
import Testing
import Text
import Updates
import Versioning

@Suite struct `Versions of an ignore rule that are not readable` {
  private let text = """
    version: 2
    updates:
      - package-ecosystem: npm
        directory: /
        schedule: {interval: daily}
        ignore:
          - dependency-name: a
            versions: ["9.9.9", ">> 3"]

    """

  private func entry() throws -> Entry {
    let decoded = RepositoryFile.read(
      SourceText(file: ".github/dependabot.yml", text), ecosystems: EcosystemCatalog([.npm]))
    let file = try #require(decoded.value)
    return Entry(try #require(file.updates.first), in: file) { version, range throws(Problem) in
      if range.contains(">>") { throw Problem(.usage, "is no range of versions", subject: range) }
      return version == range
    }
  }

  @Test func `are reported with their place`() throws {
    #expect(
      try entry().findings.map(\.description) == [
        ".github/dependabot.yml:8:29: warning: '>> 3' is not a version range for npm; "
          + "this range ignores nothing"
      ])
  }

  @Test func `ignore nothing, and the others count`() throws {
    let entry = try entry()
    let dependency = Dependency(name: "a", kind: .direct, current: "1.0.0")
    let releases = ["2.0.0", "9.9.9"].map {
      Release(version: $0, satisfiesRequirement: true, step: .major)
    }
    #expect(releases.map { entry.policy.ignores(dependency, $0) != nil } == [false, true])
    #expect(releases.map { entry.policy.fixes?.ignores(dependency, $0) != nil } == [false, true])
  }
}
