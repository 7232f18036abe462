import Ecosystem
import JSON
import TestSupport
import Testing

@testable import JavaScript
import Time

@Suite struct `A packument` {
  private func read(
    _ text: String, _ detail: Packument.Detail = .full, as name: String = "demo"
  ) throws -> Packument {
    try Packument(Array(text.utf8), of: #require(PackageName(name)), detail: detail)
  }

  @Test(arguments: [Packument.Detail.abbreviated, .full])
  func `versions keep their order, manifests the fields of the scope`(
    detail: Packument.Detail
  ) throws {
    let fields = #""scripts": {}, "readme": "long", "bugs": "b", "dependencies": {"a": "1"}"#
    let text = PackumentText(versions: ["2.0.0": fields, "1.0.0": "", "not-a-version": ""])
    let packument = try text.read(detail)
    #expect(packument.versions.map(\.key) == ["2.0.0", "1.0.0", "not-a-version"])
    let manifest = try packument.versions[0].read()
    #expect(
      manifest.members.map(\.key) == ["name", "version", "scripts", "bugs", "dependencies"])
    let resolution = try text.read(detail, keeping: .resolution).versions[0].read()
    #expect(resolution.members.map(\.key) == ["name", "version", "scripts", "dependencies"])
    #expect(packument.versions[2].version == nil)
    #expect(packument["1.0.0"]?.key == "1.0.0")
    #expect(packument["3.0.0"] == nil)
  }

  @Test(arguments: [
    (#"{"1.0.0": {"bugs": "a"}, "2.0.0": {}, "1.0.0": {"bugs": "b"}}"#, ["1.0.0 b", "2.0.0 "]),
    (#"{"3.0.0": {}}, "versions": {"1.0.0": {"bugs": "a", "bugs": "c"}}"#, ["1.0.0 c"]),
    (#"{"1.0.0": {}}, "versions": {}"#, []), (#"{"1.0.0": {}}, "versions": null"#, []),
    (#"{"1.0.0": 1, "1.0.0": {}}"#, ["1.0.0 "]),
  ])
  func `of duplicate keys the last counts`(versions: String, read: [String]) throws {
    for detail in [Packument.Detail.abbreviated, .full] {
      let packument = try self.read(#"{"name": "demo", "versions": \#(versions)}"#, detail)
      let found = try packument.versions.map { manifest in
        "\(manifest.key) \(try manifest.read()["bugs"]?.string ?? "")"
      }
      #expect(found == read)
    }
  }

  @Test(arguments: [
    ("{", false), ("", false), ("[]", true), ("{}", true),
    (#"{"name": "demo", "versions": []}"#, true),
    (#"{"name": "demo", "versions": {"1.0.0": null}}"#, true), (#"{"name": "other"}"#, true),
    (#"{"name": "demo", "versions": {"1.0.0": {"name""#, false), ("<html>", false),
  ])
  func `an invalid packument is refused with the reason`(text: String, isJSON: Bool) {
    do {
      _ = try read(text)
      Issue.record("read \(text)")
    } catch let defect as Packument.Defect {
      if case .syntax = defect { #expect(!isJSON) } else { #expect(isJSON) }
    } catch {
      Issue.record(error)
    }
  }

  @Test func `the texts of fields are kept once if consecutive versions have the same`() throws {
    let long = String(repeating: "long ", count: 200)
    let scripts = { (patch: Int) in patch == 25 ? #"{"test": "other"}"# : #"{"test": "\#(long)"}"# }
    let versions = (0..<50).map { patch in
      #""1.0.\#(patch)": {"scripts": \#(scripts(patch)), "engines": {"node": ">=\#(patch / 20)"}}"#
    }
    let text = #"{"name": "demo", "versions": {\#(versions.joined(separator: ", "))}}"#
    let packument = try read(text)
    #expect(packument.size < 4 * long.utf8.count)
    for (patch, version) in packument.versions.enumerated() {
      let manifest = try version.read()
      #expect(manifest["scripts"]?["test"]?.string == (patch == 25 ? "other" : long))
      #expect(manifest["engines"]?["node"]?.string == ">=\(patch / 20)")
      #expect(version.runs(on: Engines(node: "1.0.0", npm: nil)) == (patch < 40))
    }
  }

  @Test func `a package without versions is one that was unpublished`() throws {
    let packument = try read(#"{"name": "demo", "time": {"unpublished": {"by": "x"}}}"#)
    #expect(packument.versions.isEmpty)
    #expect(try packument.times?.isEmpty == true)
  }

  @Test func `names of JavaScript's own objects are names like others`() throws {
    let text = PackumentText(
      name: "constructor", tags: ["__proto__": "1.0.0", "toString": "1.0.0"],
      versions: ["1.0.0": #""dependencies": {"__proto__": "1", "hasOwnProperty": "2"}"#])
    let packument = try text.read(keeping: .resolution)
    #expect(packument.distTags["__proto__"] == "1.0.0")
    let dependencies = try packument.versions.first?.read()["dependencies"]?.members.map(\.key)
    #expect(dependencies == ["__proto__", "hasOwnProperty"])
  }

  @Test func `times are parsed to the millisecond, and unreadable ones are nil`() throws {
    let packument = try PackumentText(
      versions: ["1.0.0": ""],
      times: [
        "1.0.0": "1970-01-02T00:00:01.5Z", "1.1.0": "soon", "2.0.0": "2024-02-29T23:59:59-01:30",
      ]
    ).read()
    let times = try #require(try packument.times)
    #expect(times["1.0.0"] == .some(Timestamp(milliseconds: 86_401_500)))
    #expect(times["1.1.0"] == .some(nil))
    #expect(times["2.0.0"] == 1_709_256_599)
    #expect(times["3.0.0"] == nil)
  }

  @Test(arguments: [
    (#""tarball": "https://r/x.tgz", "shasum": "da39a3ee5e6b4b0d3255bfef95601890afd80709""#, true),
    (#""tarball": "https://r/x.tgz", "integrity": "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=""#, true),
    (#""tarball": "https://r/x.tgz""#, true), (#""tarball": "file:///etc/passwd""#, false),
    (#""tarball": "javascript:x""#, false), ("", false),
    (#""tarball": "https://r/x.tgz", "integrity": "sha512-short==""#, false),
    (#""tarball": "https://r/x.tgz", "integrity": "md4-2jmj7l5rSw0yVb/vlWAYkK/YBwk=""#, false),
    (#""tarball": "https://r/x.tgz", "integrity": """#, false),
    (#""tarball": "https://r/x.tgz", "shasum": "\n""#, false),
  ])
  func `distributions are checked before a lock holds them`(dist: String, isGood: Bool) throws {
    let packument = try PackumentText(versions: ["1.0.0": #""dist": {\#(dist)}"#]).read()
    let manifest = try #require(packument.versions.first)
    if isGood {
      try manifest.checkDistribution()
    } else {
      #expect(throws: Problem.self) { try manifest.checkDistribution() }
    }
  }

  @Test func `damaged documents are read or refused, and never trap`() {
    var generator = SeededGenerator(seed: 11)
    let bytes = Array(
      PackumentText(
        latest: "1.0.0", versions: ["1.0.0": #""dist": {"shasum": "aa"}"#],
        times: ["1.0.0": "2020-01-01T00:00:00Z"]
      ).text.utf8)
    for _ in 0..<2_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let offset = Int.random(in: 0..<damaged.count, using: &generator)
        damaged[offset] = UInt8.random(in: 0...255, using: &generator)
      }
      damaged.removeLast(Int.random(in: 0...5, using: &generator))
      guard let name = PackageName("demo"),
        let packument = try? Packument(
          damaged, of: name, detail: Bool.random(using: &generator) ? .full : .abbreviated)
      else { continue }
      _ = try? packument.times
      _ = try? packument.releases(
        for: "*", current: nil, engines: Engines(node: "20.0.0", npm: "10.0.0"))
      for manifest in packument.versions { _ = try? manifest.checkDistribution() }
    }
  }
}
