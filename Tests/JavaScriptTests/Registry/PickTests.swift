import Testing

@testable import JavaScript
import Time

private let engines = Engines(node: "20.20.2", npm: "10.8.2")

@Suite struct `Picking a version` {
  private let plain = PackumentText(
    latest: "1.2.0", tags: ["next": "2.0.0-rc.1", "old": "0.9.0"],
    versions: [
      "0.9.0": "", "1.0.0": "", "1.2.0": "", "1.3.0": "", "2.0.0-rc.1": "", "2.0.0-rc.2": "",
    ])

  private func pick(
    _ wanted: String, from text: PackumentText, _ change: (inout PickOptions) -> Void = { _ in }
  ) throws -> String {
    var options = PickOptions(engines: engines)
    change(&options)
    return try text.read().pick(PackageSpec(wanted), options).key
  }

  @Test(arguments: [
    ("", "1.2.0"), ("*", "1.2.0"), ("latest", "1.2.0"), ("next", "2.0.0-rc.1"), ("old", "0.9.0"),
    ("^1.0.0", "1.2.0"), ("^1.2.1", "1.3.0"), ("1.0.0", "1.0.0"), (" =v1.0.0 ", "1.0.0"),
    ("<1.2.0", "1.0.0"), ("^2.0.0-rc.0", "2.0.0-rc.2"), ("0.9 || 1.0", "1.0.0"),
  ])
  func `latest comes first, then the newest`(wanted: String, picked: String) throws {
    #expect(try pick(wanted, from: plain) == picked)
  }

  @Test(arguments: ["3", "1.0.1", "nope", "constructor", "__proto__", "2.x"])
  func `a missing version is not picked`(wanted: String) {
    #expect(throws: PickFailure.noMatch) { try pick(wanted, from: plain) }
  }

  @Test(arguments: ["file:../x", "git://x/y", "a/b", "tag with blanks", "é"])
  func `refuses specs without a registry`(text: String) {
    #expect(throws: PickFailure.notFromRegistry) { try pick(text, from: plain) }
  }

  @Test func `a star takes latest even as a prerelease, a range does not`() throws {
    let text = PackumentText(latest: "2.0.0-rc", versions: ["1.0.0": "", "2.0.0-rc": ""])
    #expect(try pick("*", from: text) == "2.0.0-rc")
    #expect(try pick("x", from: text) == "1.0.0")
    let only = PackumentText(latest: "1.0.0-rc", versions: ["1.0.0-rc": ""])
    #expect(throws: PickFailure.noMatch) { try pick(">=0.0.0", from: only) }
  }

  @Test func `deprecated and unsupported versions are picked if there is no better one`() throws {
    let text = PackumentText(
      latest: "1.4.0",
      versions: [
        "1.0.0": #""deprecated": """#, "1.1.0": #""engines": {"node": ">=99"}"#,
        "1.2.0": #""deprecated": "gone""#,
        "1.3.0": #""engines": {"npm": "<3"}, "deprecated": true"#,
        "1.4.0": #""engines": {"node": "nonsense"}"#,
      ])
    #expect(try pick("^1.0.0", from: text) == "1.0.0")
    #expect(try pick("^1.1.0", from: text) == "1.2.0")
    #expect(try pick(">1.2.0", from: text) == "1.4.0")
    #expect(try pick("1.1.0", from: text) == "1.1.0")
  }

  @Test(arguments: [
    (#""engines": {"node": "20"}"#, true), (#""engines": {"node": ">=21"}"#, false),
    (#""engines": {"node": ""}"#, true), (#""engines": {"node": 20}"#, false),
    (#""engines": {"vscode": "^1"}"#, true), (#""engines": ["node >=99"]"#, true),
    (#""engines": null"#, true), (#""engines": {"npm": ">=10.8.2-0"}"#, true), ("", true),
  ])
  func `engines are those of the profile`(members: String, runs: Bool) throws {
    let packument = try PackumentText(versions: ["1.0.0": members]).read()
    #expect(packument.versions.first?.runs(on: engines) == runs)
  }

  @Test func `a date hides what came later`() throws {
    var text = plain
    text.times = [
      "0.9.0": "2019-01-01T00:00:00.000Z", "1.2.0": "2021-01-01T00:00:00Z",
      "1.3.0": "2022-01-01T00:00:00+01:00", "2.0.0-rc.1": "2023-01-01T00:00:00.000Z",
      "2.0.0-rc.2": "whenever",
    ]
    func pick(_ wanted: String, year: Int) throws -> String {
      try self.pick(wanted, from: text) {
        $0.before = .epoch + .seconds((year - 1970) * 31_556_952)
      }
    }
    #expect(try pick("*", year: 2022) == "1.2.0")
    #expect(try pick("^1.2.1", year: 2023) == "1.3.0")
    #expect(try pick("latest", year: 2020) == "1.0.0")
    #expect(try pick("next", year: 2024) == "2.0.0-rc.1")
    #expect(throws: PickFailure.noMatch) { try pick("2.0.0-rc.2", year: 2030) }
    let timed = PackumentText(versions: ["1.0.0": ""], times: ["1.0.0": "2021-01-01T00:00:00Z"])
    #expect(throws: PickFailure.noVersions) {
      try self.pick("*", from: timed) { $0.before = .epoch }
    }
  }

  @Test func `avoided versions come last`() throws {
    let avoid = Range("<=1.2.0", loose: true, includePrerelease: true)
    #expect(try pick("^1.0.0", from: plain) { $0.avoid = avoid } == "1.3.0")
    #expect(try pick("<=1.2.0", from: plain) { $0.avoid = avoid } == "1.2.0")
  }

  @Test func `another default tag is preferred like latest`() throws {
    #expect(try pick("*", from: plain) { $0.defaultTag = "old" } == "0.9.0")
    #expect(try pick("", from: plain) { $0.defaultTag = "nope" } == "1.3.0")
  }

  @Test func `what a policy keeps back is named, not taken`() throws {
    let text = PackumentText(
      versions: ["1.0.0": ""],
      more:
        #""policyRestrictions": {"message": "not here", "versions": {"1.1.0": {"name": "demo"}}}"#
    )
    #expect(try pick("^1.0.0", from: text) == "1.0.0")
    #expect(throws: PickFailure.forbidden("not here")) { try pick("1.1.0", from: text) }
  }

  @Test func `the earlier of equal versions is taken`() throws {
    let text = PackumentText(versions: ["1.0.0+a": "", "1.0.0+b": ""])
    #expect(try pick("^1.0.0", from: text) == "1.0.0+a")
  }
}
