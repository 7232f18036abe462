import Forges
import Foundation
import JSON
import Logging
import Store
import TestSupport
import Testing
import Time

@testable import Service

/// A dependency: `npm @s/b 1.0.0`.
private func use(
  _ words: String, in repository: RepositoryID = "hub/acme/app", manifest: String = "package.json",
  behind: Int? = nil, advisories: [(String, String?)] = []
) -> Use {
  let parts = words.split(separator: " ").map(String.init)
  var seen = Observation(
    branch: "main", manifest: manifest, name: parts[1], ecosystem: parts[0], directory: "/",
    kind: "direct", purpose: "production", requirement: "^1, \"x\"",
    current: parts.count > 2 ? parts[2] : nil, latest: "2.0.0", state: .current, reason: "",
    number: nil, seenAt: 1)
  seen.behind = behind
  seen.advisories = advisories.map { id, severity in
    ObservedAdvisory(
      id: id, aliases: ["CVE-\(id)"], severity: severity, summary: "Birds escape",
      url: "https://osv.dev/\(id)", versions: [parts[2]])
  }
  seen.fix = advisories.isEmpty ? nil : "1.0.1"
  return Use(repository: repository, observation: seen)
}

private let year = 31_557_600

private func export(_ uses: [Use]) -> FleetExport {
  FleetExport(
    uses, version: "1.0.0", now: 1_700_000_000,
    purlTypes: ["npm": "npm", "bundler": "gem", "swift": "swift", "carthage": "generic"])
}

private let fleet = export([
  use("npm @s/b 1.0.0", behind: year / 2, advisories: [("T-1", "high"), ("T-2", nil)]),
  use("npm @s/b 1.0.0", manifest: "web/package.json"),
  use("swift perch 3.0.0", manifest: "Package.swift", behind: year),
  use("npm unlocked"),
  use("bundler quill 1.18.0", in: "hub/acme/web", manifest: "Gemfile"),
])

@Suite struct `An export of the fleet` {
  @Test func `as CSV has a line for each dependency`() {
    let lines = fleet.text(.csv).components(separatedBy: "\r\n")
    #expect(lines.count == 7 && lines.last == "")
    #expect(lines[0].hasPrefix("forge,repository,branch,ecosystem,directory,manifest,name,"))
    #expect(
      lines[1]
        == #"hub,acme/app,main,npm,/,package.json,@s/b,direct,production,"^1, ""x""",1.0.0,2.0.0,current,0.50,T-1 T-2,1.0.1"#
    )
    #expect(lines[4].contains(",unlocked,") && lines[4].contains(",,2.0.0,current,,,"))
  }

  @Test func `as CycloneDX contains each locked package of a repository once`() throws {
    let bom = fleet.cycloneDX
    #expect(bom["specVersion"]?.string == "1.6")
    let repositories = try #require(bom["components"]?.array)
    #expect(repositories.map { $0["name"]?.string } == ["acme/app", "acme/web"])
    let packages = try #require(repositories[0]["components"]?.array)
    #expect(packages.map { $0["purl"]?.string } == ["pkg:npm/%40s/b@1.0.0", nil])
    let manifests = packages[0]["properties"]?.array?.compactMap { $0["value"]?.string }
    #expect(manifests == ["npm", "package.json", "web/package.json"])
    let references = repositories.flatMap { repository in
      [repository["bom-ref"]?.string ?? ""]
        + (repository["components"]?.array ?? []).compactMap { $0["bom-ref"]?.string }
    }
    #expect(Set(references).count == references.count)
    let depended = bom["dependencies"]?[0]?["dependsOn"]?.array?.compactMap(\.string) ?? []
    #expect(Set(depended).isSubset(of: references) && depended.count == 2)
    let affected = try #require(bom["vulnerabilities"]?.array)
    #expect(affected.map { $0["id"]?.string } == ["T-1", "T-2"])
    #expect(
      affected.map { $0["ratings"]?[0]?["severity"]?.string } == ["high", "unknown"])
  }

  @Test func `as SPDX relates repositories with their packages`() throws {
    let document = fleet.spdx
    let packages = try #require(document["packages"]?.array)
    #expect(packages.count == 5)
    let ids = packages.compactMap { $0["SPDXID"]?.string }
    #expect(Set(ids).count == 5)
    let relations = try #require(document["relationships"]?.array)
    #expect(relations.count { $0["relationshipType"]?.string == "DESCRIBES" } == 2)
    #expect(relations.count { $0["relationshipType"]?.string == "DEPENDS_ON" } == 3)
    for relation in relations {
      #expect(ids.contains(relation["relatedSpdxElement"]?.string ?? ""))
    }
    #expect(document["creationInfo"]?["created"]?.string == "2023-11-14T22:13:20Z")
  }

  @Test func `as SARIF has a result for each advisory of a dependency`() throws {
    let runs = try #require(fleet.sarif["runs"]?.array)
    #expect(runs.count == 2)
    let results = try #require(runs[0]["results"]?.array)
    #expect(results.map { $0["ruleId"]?.string } == ["T-1", "T-2"])
    #expect(results.map { $0["level"]?.string } == ["error", "warning"])
    #expect(
      results[0]["message"]?["text"]?.string
        == "@s/b 1.0.0 is affected by T-1; 1.0.1 is not affected")
    let rules = try #require(runs[0]["tool"]?["driver"]?["rules"]?.array)
    for result in results {
      let index = try #require(result["ruleIndex"]?.int)
      #expect(rules[index]["id"]?.string == result["ruleId"]?.string)
    }
  }

  @Test func `as SARIF has a run without results for a repository that nothing affects`() throws {
    let runs = try #require(fleet.sarif["runs"]?.array)
    #expect(
      runs.map { $0["automationDetails"]?["id"]?.string }
        == ["martlet/hub/acme/app", "martlet/hub/acme/web"])
    #expect(runs.last?["results"]?.array?.isEmpty == true)
  }

  @Test func `sums libyears`() {
    #expect(fleet.document["libyears"]?.number == "1.50")
    #expect(fleet.document["dependencies"]?.array?.count == 5)
  }

  @Test(arguments: DatabaseKind.present)
  func `selects a repository, a package, or what an advisory affects`(kind: DatabaseKind)
    async throws
  {
    let store: StateStore =
      switch kind {
      case .sqlite: try await StateStore.inMemory()
      case .postgres: try await StateStore.open(server: .init(PostgresServer.shared.value.fresh()))
      }
    for (repository, uses) in Dictionary(grouping: fleet.uses, by: \.repository) {
      try await store.observe(
        uses.map(\.observation), manifests: Set(uses.map(\.observation.manifest)), on: "main",
        of: repository)
    }
    func names(_ change: (inout UseQuery) -> Void) async throws -> [String] {
      var query = UseQuery()
      change(&query)
      return try await store.uses(query).map { "\($0.observation.manifest) \($0.observation.name)" }
    }
    #expect(try await names { $0.advisory = "cve-t-1" } == ["package.json @s/b"])
    #expect(try await names { $0.package = "quill" } == ["Gemfile quill"])
    #expect(
      try await names { $0.repository = ("hub/acme/web" as RepositoryID).name } == ["Gemfile quill"]
    )
    #expect(try await names { $0.advisory = "T" } == [])
  }
}
