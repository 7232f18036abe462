import Ecosystem
import SwiftPM
import SwiftSources
import Testing

@Suite struct `A version of a Swift package` {
  @Test(
    arguments: [
      ("1.2.3", "1.2.3"), ("01.2.3", "1.2.3"), ("1.0.0-beta.2", "1.0.0-beta.2"),
      ("1.0.0+build.5", "1.0.0+build.5"), ("1.0.0-a-b.1+x", "1.0.0-a-b.1+x"),
    ])
  func `three numbers with what may follow are a version`(text: String, printed: String) {
    #expect(SemanticVersion(text)?.description == printed)
  }

  @Test(arguments: ["1", "1.2", "v1.2.3", "1.2.3.4", "1.x.0", "", "1..2", "1.2.é", "1.2.3-a_b"])
  func `any other text is rejected`(text: String) {
    #expect(SemanticVersion(text) == nil)
  }

  @Test(
    arguments: [
      ("v1.2.3", "1.2.3"), ("1.1", "1.1.0"), ("v2.0-rc.1", "2.0.0-rc.1"), ("1.0.0", "1.0.0"),
    ])
  func `a tag may begin with v and leave the third number out`(tag: String, version: String) {
    #expect(SemanticVersion(tag: tag)?.description == version)
  }

  @Test(arguments: ["release-1.0.3", "1.0.2x", "v2", "nightly", "V1.0.0", "1.0.0.1"])
  func `a tag of another form is not a version`(tag: String) {
    #expect(SemanticVersion(tag: tag) == nil)
  }

  @Test func `versions are ordered as Semantic Versioning has it`() throws {
    let ordered = [
      "1.0.0-1", "1.0.0-2", "1.0.0-10", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta",
      "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.10.0",
    ]
    let versions = try ordered.map { try #require(SemanticVersion($0)) }
    for (one, other) in zip(versions, versions.dropFirst()) { #expect(one < other) }
    #expect(versions.reversed().sorted().map(\.description) == ordered)
  }

  @Test func `build metadata takes no part in equality`() throws {
    let plain = try #require(SemanticVersion("1.0.0"))
    let built = try #require(SemanticVersion("1.0.0+5"))
    #expect(plain == built)
    #expect(Set([plain, built]).count == 1)
  }
}

@Suite struct `The tags of a package` {
  private func versions(_ tags: [String]) -> [String] {
    let list = tags.enumerated().map { (name: $0.element, commit: "c\($0.offset)") }
    return TaggedVersions(tags: list, tools: ToolsVersion(6, 3, 1)).entries.map {
      "\($0.version)=\($0.tag)"
    }
  }

  @Test func `other tags are ignored and versions are sorted`() {
    #expect(
      versions(["1.10.0", "x", "1.9.0", "release-2.0.0"]) == ["1.9.0=1.9.0", "1.10.0=1.10.0"])
  }

  @Test func `of several tags the one with more numbers wins, then the one without v`() {
    #expect(versions(["1.1", "v1.1.0", "1.1.0"]) == ["1.1.0=1.1.0"])
    #expect(versions(["v1.1", "1.1"]) == ["1.1.0=1.1"])
    #expect(versions(["v1.1.0", "1.1"]) == ["1.1.0=v1.1.0"])
  }

  @Test func `if a tag is marked for these tools, only such tags count`() {
    #expect(versions(["1.0.0", "2.0.0", "1.5.0@swift-6"]) == ["1.5.0=1.5.0@swift-6"])
    #expect(versions(["1.0.0", "1.5.0@swift-5"]) == ["1.0.0=1.0.0"])
  }

  @Test func `a version that is tagged with build metadata keeps its plain name`() {
    #expect(versions(["1.0.0+build.5", "1.0.0"]) == ["1.0.0=1.0.0+build.5"])
  }
}

@Suite struct `A requirement of a package` {
  private func range(_ lower: String, _ upper: String) throws -> VersionRange {
    VersionRange(
      try #require(SemanticVersion(lower)), upTo: try #require(SemanticVersion(upper)))
  }

  @Test(
    arguments: [
      ("1.0.0", "2.0.0", "1.0.0", true), ("1.0.0", "2.0.0", "2.0.0", false),
      ("1.0.0", "2.0.0", "1.5.0-beta", false), ("1.0.0-a", "2.0.0", "1.5.0-beta", true),
      ("1.0.0-a", "2.0.0", "2.0.0-beta", false), ("1.0.0", "2.0.0-rc", "2.0.0-beta", true),
      ("1.0.0", "2.0.0", "1.0.0+9", true),
    ])
  func `a range contains prereleases only if a bound is one`(
    lower: String, upper: String, version: String, isIn: Bool
  ) throws {
    #expect(try range(lower, upper).contains(#require(SemanticVersion(version))) == isIn)
  }

  @Test func `the forms of a requirement become ranges`() throws {
    let version = try #require(SemanticVersion("1.2.3"))
    #expect(Requirement.upToNextMajor(from: version).description == "1.2.3..<2.0.0")
    #expect(Requirement.upToNextMinor(from: version).description == "1.2.3..<1.3.0")
    #expect(Requirement.closed(version, version).description == "1.2.3..<1.2.4")
  }

  @Test(arguments: ["", " ", "1.0 ||", ">= 1.0,", "||", "nonsense", ">= 1.0 < 2.0"])
  func `a condition of dependabot_yml that is not readable is an error`(condition: String) {
    #expect(throws: Problem.self) { try RequirementText(condition) }
  }

  @Test(
    arguments: [
      (">= 1.0, < 2.0", "1.5.0", true), ("~> 1.2", "1.9.0", true), ("~> 1.2.0", "1.3.0", false),
      ("1.x", "1.7.2", true), ("2", "1.0.0", false), ("1.0.0..<2.0.0", "2.0.0", false),
      ("1.0.0...2.0.0", "2.0.0", true), ("> 3 || = 1.0.0", "1.0.0", true), ("*", "0.0.1", true),
    ])
  func `conditions of dependabot_yml are compared`(
    condition: String, version: String, holds: Bool
  ) throws {
    #expect(try RequirementText(condition).contains(#require(SemanticVersion(version))) == holds)
  }
}

@Suite struct `The identity of a package` {
  @Test(
    arguments: [
      ("https://example.com/acme/Kit.git", "kit"), ("git@example.com:acme/Kit", "kit"),
      ("https://example.com/acme/kit/", "kit"), ("/src/My.Kit", "my.kit"),
      ("https://example.com/acme/a.b.git", "a.b"), ("kit", "kit"),
    ])
  func `the end of the location is the identity`(location: String, identity: String) {
    #expect(PackageIdentity(location: location).description == identity)
  }

  @Test(
    arguments: [
      "https://example.com/Acme/Kit.git", "git@example.com:acme/kit",
      "ssh://git@example.com/acme/kit",
      "https://user:pass@example.com:443/acme/kit", "http://example.com/acme//kit?x#y",
    ])
  func `spellings of one repository are the same place`(location: String) {
    #expect(
      CanonicalLocation(location).description
        == CanonicalLocation("https://example.com/acme/kit").description)
  }

  @Test(arguments: [("mona.LinkedList", true), ("mona", false), ("-a.b", false), ("a.b_-c", false)])
  func `a registry's identity has a scope and a name`(name: String, isRegistry: Bool) {
    #expect(PackageIdentity(name).isRegistry == isRegistry)
  }
}
