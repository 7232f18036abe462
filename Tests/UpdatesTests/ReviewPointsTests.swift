import Changelogs
import Ecosystem
import Impact
import Testing

@testable import Updates

/// The list of one or more leads, without heading and bullets.
private func lines(
  _ annotation: Annotation, followers: [Move] = [], leads: [String] = ["a"]
) -> [String] {
  ReviewPoints(annotation: annotation, followers: followers, leads: leads).lines
}

private func move(_ name: String, _ from: String?, _ to: String?) -> Move {
  Move(name: name, from: from, to: to, kind: .indirect)
}

@Suite struct `What to look at first` {
  @Test func `is empty without points`() {
    let update = ReviewPoints(
      annotation: Annotation(notes: ["a": ["text"]]), followers: [move("b", "1", "2")], leads: ["a"]
    )
    var room = BodyBudget(1000, besides: [])
    #expect(update.text(&room) == "")
  }

  @Test func `says whether what is used changed, or why that isn't known`() {
    var calm = ImpactReport(name: "a", from: "1", to: "2", verdict: .notAffected)
    calm.used = 41
    let open = ImpactReport(name: "b", from: "1", to: "2", unknown: "<img> `x` @ann")
    #expect(
      lines(Annotation(impacts: [calm]))
        == ["**Not affected**: none of the 41 symbols that you use changed."])
    #expect(
      lines(Annotation(impacts: [calm, open]), leads: ["a", "b"])[1]
        == "**Impact unknown**: `b`: `` <img> `x` @ann ``.")
  }

  @Test func `names the symbols of fixed advisories, with their uses`() {
    var report = ImpactReport(name: "a", from: "1", to: "2", verdict: .notAffected)
    report.used = 2
    report.vulnerable = [
      .init(name: "Kit.parse", uses: [.init(file: "a.rb", line: 3)]),
      .init(name: "Kit.load", uses: []),
    ]
    #expect(
      lines(Annotation(impacts: [report])).dropFirst() == [
        "**Vulnerable symbol** of `a`: `Kit.parse`. It is used by name in `a.rb:3`.",
        "**Vulnerable symbol** of `a`: `Kit.load`. No source file that was read has this name.",
      ])
  }

  @Test func `counts the answers about more than five dependencies, and shows the affected ones`() {
    let calm = (1...6).map {
      ImpactReport(name: "c\($0)", from: "1", to: "2", verdict: .notAffected)
    }
    var hit = ImpactReport(name: "h", from: "1", to: "2", verdict: .affected)
    hit.used = 3
    let found = lines(Annotation(impacts: calm + [hit]))
    #expect(
      found == [
        "**Impact** of 7 dependencies: 1 affected, 6 not affected.",
        "**Affected**: `h`: 0 of the 3 symbols that you use changed: .",
      ])
    let many = (1...14).map { ImpactReport(name: "h\($0)", from: "1", to: "2", verdict: .affected) }
    let long = lines(Annotation(impacts: many))
    #expect(long.count == 12)
    #expect(long.last == "4 more affected dependencies are not listed.")
  }

  @Test func `starts with the lines of the release notes, each a link`() {
    let found = Highlight(.breaking, "no more Ruby 2", page: "https://h.dev/CHANGES?plain=1#L7")
    let annotation = Annotation(highlights: ["a": [found]])
    #expect(
      lines(annotation) == ["[Breaking change](https://h.dev/CHANGES?plain=1#L7): no more Ruby 2"])
    #expect(lines(annotation, leads: ["a", "b"])[0].hasPrefix("`a`: [Breaking change]"))
  }

  @Test(arguments: [
    (
      Warning.installScript(package: "a", version: "2"),
      "`a` `2` runs an install script; the current version does not."
    ),
    (
      .newPublisher(package: "a", publisher: "eve"),
      "`a` was published by `eve`, who did not publish any version up to the current one."
    ),
    (
      .repositoryMoved(package: "a", from: "x/a", to: "y/a"),
      "The repository of `a` changed from `x/a` to `y/a`."
    ),
    (
      .provenanceLost(package: "a", version: "2"),
      "`a` `2` has no provenance attestation; the current version has one."
    ),
    (.deprecated(package: "a", version: "2", message: ""), "`a` `2` is deprecated."),
    (
      .deprecated(package: "a", version: "2", message: "use `b` @ann"),
      "`a` `2` is deprecated: `` use `b` @ann ``"
    ),
    (
      .hashReplaced(lock: "Package.resolved"),
      "`Package.resolved` had an `originHash` that the project's manifests and packages don't give. "
        + "The computed one replaces it."
    ),
    (
      .unchecked(
        package: "a", version: "2", change: "needs iOS 15", reason: "the target App computes it"),
      "`a` `2` needs iOS 15. Whether the project can use that isn't known: the target App computes it."
    ),
  ])
  func `lists warnings of registries`(warning: Warning, point: String) {
    let found = lines(Annotation(warnings: [warning]))
    #expect(found.first == point)
    // What concerns the origin of a version is for people to decide.
    #expect(found.count == (warning.originOf == nil ? 1 : 2))
  }

  @Test func `counts added and removed packages`() {
    let followers = [move("b", nil, "1"), move("c", "1", nil), move("d", "1", "2")]
    #expect(
      lines(Annotation(), followers: followers) == [
        "1 package is added (`b`).", "1 package is removed (`c`).",
      ])
    let many = (1...12).map { move("p\($0)", nil, "1") }
    let line = lines(Annotation(), followers: many)[0]
    #expect(line.hasPrefix("12 packages are added (`p1`, "))
    #expect(line.contains("`p8`, 4 more)"))
  }

  @Test func `counts the files that import the dependency`() {
    let all = Annotation(uses: ["a": Uses(files: ["x.js", "y.js"], read: 5, candidates: 5)])
    #expect(lines(all) == ["`a` is imported in 2 files: `x.js`, `y.js`"])
    let part = Annotation(uses: ["a": Uses(files: ["x.js"], read: 40, candidates: 90)])
    #expect(
      lines(part) == ["`a` is imported in 1 file of 40 examined files (90 candidates): `x.js`"])
    #expect(lines(Annotation(uses: ["a": Uses(files: [], read: 5, candidates: 5)])) == [])
  }
}

@Suite struct `Counting uses` {
  private let rule = ImportRule(endings: [".js"], names: ["a"]) { source in
    Set(source.split(separator: " ").map(String.init))
  }

  private func count(_ files: [String: String], below: String = "/", limit: Int = 40) async -> Uses?
  {
    await UseCount(limit: limit, generatedFolders: ["node_modules", "vendor"])(
      rule, below: below, in: SourceTree(name: "app", files: files))
  }

  @Test func `reads the sources of the project's folder`() async {
    let files = ["web/x.js": "a b", "web/y.js": "b", "z.js": "a", "web/a.txt": "a"]
    #expect(await count(files, below: "/web") == Uses(files: ["web/x.js"], read: 2, candidates: 2))
    #expect(await count(["a.txt": "a"]) == nil)
  }

  @Test func `skips third-party and generated files`() async {
    let files = [
      "node_modules/x/i.js": "a", "lib/vendor/v.js": "a", "app.min.js": "a", "src/ok.js": "a",
      // A combining mark after the slash.
      "node_modules/\u{301}x/i.js": "a",
    ]
    #expect(await count(files) == Uses(files: ["src/ok.js"], read: 1, candidates: 1))
  }

  @Test func `reads a limited number of files, nearest first`() async {
    let files = ["d/e/1.js": "a", "2.js": "a", "d/3.js": "a"]
    #expect(
      await count(files, limit: 2) == Uses(files: ["2.js", "d/3.js"], read: 2, candidates: 3))
  }
}
