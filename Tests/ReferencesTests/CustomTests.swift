import Configuration
import Ecosystem
import References
import Testing
import Text

private let outside = Outside(
  [
    "https://registry.npmjs.org/lodash":
      #"{"versions": {"4.17.20": {}, "4.17.21": {}, "5.0.0-rc.1": {}, "4.2": {}}}"#,
    "https://rubygems.org/api/v1/versions/rake.json":
      #"[{"number": "13.0.6"}, {"number": "13.2.1", "sha": "\#(hex)2"}, {"number": "14.0.0.rc1"}]"#,
    "https://api.github.com/repos/acme/tool/releases?per_page=100":
      #"[{"tag_name": "v2.0.0"}, {"tag_name": "v2.1.0"}, {"tag_name": "v3.0.0", "draft": true}]"#,
  ],
  tags: ["https://github.com/acme/tool": "v1.0.0 v1.1.0 v1.10.0 nightly"],
  images: ["node": "20-alpine 22-alpine 22", "acme/app": "1.0 1.1"])

private let hex = String(repeating: "a", count: 63)

/// Opens `versions.env` with references for all lines that a pattern matches.
private func open(
  _ text: String, _ pattern: String, _ source: CustomReferences.Source? = nil,
  _ versioning: CustomReferences.Versioning? = nil, name: String? = nil
) async throws -> any OpenProject {
  let references = CustomReferences(
    pattern: pattern, name: name, source: source, versioning: versioning)
  let base = ReferenceEcosystem(.custom, outside.resources)
  let files = [CustomFiles(references) { $0 == "versions.env" }]
  return try await outside.open(
    base.reading(files, in: "/"), ["versions.env": text, "other.env": text])
}

private let plain = #"^(?<name>\S+)=(?<current>\S+)"#

@Suite struct `References that an entry describes` {
  @Test(arguments: [
    ("lodash=4.17.20 # why\n", "lodash=4.17.21 # why\n", CustomReferences.Source.npm),
    ("rake=13.0.6\n", "rake=13.2.1\n", .rubygems),
    ("acme/tool=1.0.0\n", "acme/tool=1.10.0\n", .githubTags),
    ("acme/tool=v1.0.0\r\n", "acme/tool=v1.10.0\r\n", .githubTags),
    ("acme/tool=v2.0.0\n", "acme/tool=v2.1.0\n", .githubReleases),
    ("https://github.com/acme/tool=1.0.0\n", "https://github.com/acme/tool=1.10.0\n", .swift),
    ("node=20-alpine\n", "node=22-alpine\n", .docker),
    ("acme/app=1.0\nacme/app=1.0", "acme/app=1.1\nacme/app=1.1", .docker),
  ])
  func `move to the newest version, and nothing else changes`(
    before: String, after: String, source: CustomReferences.Source
  ) async throws {
    let project = try await open(before, plain, source)
    #expect(try await project.updated() == ["versions.env": after])
  }

  @Test func `that match nothing are reported`() async throws {
    let project = try await open("lodash: 4.17.20\n", plain, .npm)
    let problems = try await project.dependencies().compactMap(\.problem)
    #expect(problems.map(\.message) == ["has a 'match' that finds nothing in this file"])
    #expect(problems.map(\.kind) == [.refused])
  }

  @Test func `are edited with their digests`() async throws {
    let pattern = #"(?<name>\S+)@(?<current>v\S+) (?<digest>[0-9a-f]{40})"#
    let git = try await open("acme/tool@v1.0.0 \(commit("v1.0.0"))", pattern, .githubTags)
    #expect(
      try await git.updated() == ["versions.env": "acme/tool@v1.10.0 \(commit("v1.10.0"))"])
    let image = try await open(
      "node:20-alpine@\(imageDigest("20-alpine"))",
      #"(?<name>\S+):(?<current>[^@]+)@(?<digest>sha256:\w+)"#, .docker)
    #expect(
      try await image.updated()
        == ["versions.env": "node:22-alpine@\(imageDigest("22-alpine"))"])
    let gem = try await open(
      "rake=13.0.6 \(hex)1", plain + #" (?<digest>\w{64})"#, .rubygems)
    #expect(try await gem.updated() == ["versions.env": "rake=13.2.1 \(hex)2"])
  }

  @Test func `name their sources in the text, as Renovate's users write them`() async throws {
    let pattern =
      #"# renovate: datasource=(?<source>\S+) depName=(?<name>\S+)\n\w+=(?<current>\S+)"#
    let project = try await open(
      """
      # renovate: datasource=npm depName=lodash
      A=4.17.20
      # renovate: datasource=github-tags depName=acme/tool
      B=v1.0.0
      # renovate: datasource=pypi depName=black
      C=23.1.0

      """, pattern)
    #expect(
      try await project.found() == [
        "acme/tool 1.0.0", "lodash 4.17.20",
        "black 23.1.0: has an unknown source: 'pypi' at 6:3",
      ])
    #expect(
      try await project.steps() == [
        "acme/tool: 1.0.0 -> 1.10.0 minor", "lodash: 4.17.20 -> 4.17.21 patch",
      ])
  }

  @Test(arguments: [
    ("lodash=latest", CustomReferences.Source.npm, "isn't at a version that can be compared"),
    ("../x=1.0.0", .npm, "is not a name that npm has"),
    ("a/b/c=1.0.0", .githubTags, "is not a name that github-tags has"),
    ("Node=1", .docker, "is not the name of an image"),
  ])
  func `that can't be evaluated are refused with their position`(
    text: String, source: CustomReferences.Source, message: String
  ) async throws {
    let column = text.prefix { $0 != "=" }.count + 2
    let found = try await open(text, plain, source).found()
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix(": \(message) at 1:\(column)") == true, "\(found)")
  }

  @Test func `are refused if two expressions match the same text`() async throws {
    let base = ReferenceEcosystem(.custom, outside.resources)
    let file = CustomFiles(CustomReferences(pattern: plain, source: .npm)) { _ in true }
    let project = try await outside.open(
      base.reading([file, file], in: "/"), ["a": "lodash=4.17.20"])
    #expect(
      try await project.found() == [
        "lodash 4.17.20", "lodash 4.17.20: is matched by several expressions at 1:8",
      ])
  }

  @Test func `cannot keep the search busy`() async throws {
    let text = String(repeating: "a", count: 5_000)
    await #expect(throws: Problem.self) {
      _ = try await open(text, #"(?<name>(?:a+)+)+b(?<current>\d)"#, .npm)
    }
  }

  @Test func `have names from the entry if the text has none`() async throws {
    let project = try await open("V: 4.17.20", "V: (?<current>.*)", .npm, name: "lodash")
    #expect(try await project.updated() == ["versions.env": "V: 4.17.21"])
  }
}
