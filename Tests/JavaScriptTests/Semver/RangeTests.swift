import Testing

@testable import JavaScript

@Suite struct `A range of node-semver` {
  @Test(arguments: [
    ("", "*"), ("*", "*"), ("x", "*"), ("X.x.x", "*"), ("^*", "*"), ("~x", "*"), ("||", "*"),
    (">=0.0.0", "*"), ("1.2.3", "1.2.3"), ("=1.2.3", "1.2.3"), ("v1.2.3", "1.2.3"),
    ("1", ">=1.0.0 <2.0.0-0"), ("1.2.x", ">=1.2.0 <1.3.0-0"), ("1.x.3", ">=1.0.0 <2.0.0-0"),
    ("^1.2.3", ">=1.2.3 <2.0.0-0"), ("^0.2.3", ">=0.2.3 <0.3.0-0"),
    ("^0.0.3", ">=0.0.3 <0.0.4-0"), ("^0.0", "<0.1.0-0"), ("^0", "<1.0.0-0"),
    ("^1.2.3-rc.1", ">=1.2.3-rc.1 <2.0.0-0"), ("^ 1.2", ">=1.2.0 <2.0.0-0"),
    ("~1.2.3", ">=1.2.3 <1.3.0-0"), ("~1", ">=1.0.0 <2.0.0-0"), ("~> 1.2", ">=1.2.0 <1.3.0-0"),
    ("> 1.2.3 < 2", ">1.2.3 <2.0.0-0"), (">1", ">=2.0.0"), (">1.2", ">=1.3.0"),
    ("<=1.2", "<1.3.0-0"), ("<=1", "<2.0.0-0"), (">=1.2", ">=1.2.0"), ("<1", "<1.0.0-0"),
    (">*", "<0.0.0-0"), ("<x", "<0.0.0-0"), ("1.2 - 3.4", ">=1.2.0 <3.5.0-0"),
    ("1.2.3 - 2.3.4", ">=1.2.3 <=2.3.4"), ("* - 2", "<3.0.0-0"), ("1 - *", ">=1.0.0"),
    ("1.2.3 1.2.3", "1.2.3"), ("* 1.2.3", "1.2.3"),
    ("1 || 2", ">=1.0.0 <2.0.0-0||>=2.0.0 <3.0.0-0"),
    ("1 || *", "*"), ("<0.0.0-0 || 2.0.0", "2.0.0"), ("\t1.2.3\n||\u{A0}2.0.0 ", "1.2.3||2.0.0"),
  ])
  func `a range is desugared`(text: String, canonical: String) {
    #expect(Range(text)?.canonical == canonical)
    #expect(Range(canonical)?.canonical == canonical)
  }

  @Test(arguments: [
    "latest", "1.2.3 foo", ">", "1.2.3beta", "01.2.3", ">=01", "1.2.3.4", "^9007199254740991.0.0",
    "1 | 2", "git://x", "1.x+build", ">==1.2.3", "~^1", "1.2.3 || nope", "é",
    String(repeating: "1 ", count: 10_000),
  ])
  func `an invalid range is rejected`(text: String) {
    #expect(Range(text) == nil)
  }

  @Test(arguments: [
    (">01.02.03", ">1.2.3"), ("~1.2.3beta", ">=1.2.3-beta <1.3.0-0"), ("1.2.3 foo", "1.2.3"),
    ("nope || 1.2.3", "1.2.3"), (">==1.2.3", ">=1.2.3"), ("^00.1", ">=0.1.0 <1.0.0-0"),
  ])
  func `the loose grammar drops what it cannot read`(text: String, canonical: String) {
    #expect(Range(text) == nil)
    #expect(Range(text, loose: true)?.canonical == canonical)
  }

  @Test(arguments: [
    ("^1.2.3", ">=1.2.3 <2.0.0-0"), ("^1.2", ">=1.2.0-0 <2.0.0-0"), ("1", ">=1.0.0-0 <2.0.0-0"),
    ("1.0.0 - 2.0.0", ">=1.0.0-0 <2.0.1-0"), (">=0.0.0-0", "*"), (">=0.0.0", ">=0.0.0"),
  ])
  func `bounds move if prereleases are included`(text: String, canonical: String) {
    #expect(Range(text, includePrerelease: true)?.canonical == canonical)
  }

  @Test(arguments: [
    ("^1.2.3", "1.9.0", true), ("^1.2.3", "2.0.0", false), ("^1.2.3", "1.3.0-rc", false),
    ("^1.2.3-beta", "1.2.3-rc", true), ("^1.2.3-beta", "1.2.4-rc", false), ("*", "1.0.0-rc", false),
    ("<2.0.0", "2.0.0-rc", false), (">1.0.0-0 <=1.0.0", "1.0.0-rc", true),
    ("1 || 3", "2.0.0", false),
    ("1 || 3", "3.1.0", true),
  ])
  func `versions lie in or out`(range: String, version: String, isIn: Bool) throws {
    let version = try #require(Version(version))
    #expect(try #require(Range(range)).contains(version) == isIn)
  }

  @Test func `a range with prereleases matches like one that was parsed with them`() throws {
    let range = try #require(Range("^0.0.3"))
    let prerelease = try #require(Version("0.0.3-alpha"))
    #expect(!range.contains(prerelease))
    #expect(range.contains(prerelease, includePrerelease: true))
    let other = try #require(Range("^0.0.3", includePrerelease: true))
    #expect(other.contains(prerelease))
    #expect(!other.contains(prerelease, includePrerelease: false))
  }

  @Test(arguments: [
    ("1.x", "1.2.3", true), ("<1", ">=1", false), (">1 <3", "2 || 5", true), ("<0.0.0", "*", true),
    (">2 <1", "*", false), ("1.2.3", "^1.2.3-rc", true), ("<=1.0.0", ">=1.0.0", true),
  ])
  func `ranges meet or do not`(left: String, right: String, meet: Bool) throws {
    let (left, right) = (try #require(Range(left)), try #require(Range(right)))
    #expect(left.intersects(right) == meet)
    #expect(right.intersects(left) == meet)
  }
}
