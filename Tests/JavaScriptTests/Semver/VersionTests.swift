import Testing

@testable import JavaScript

@Suite struct `The order of versions` {
  @Test(arguments: [
    ("1.2.3", "1.2.3"), ("v1.2.3", "1.2.3"), (" 1.2.3\n", "1.2.3"), ("0.0.0", "0.0.0"),
    ("1.2.3-beta", "1.2.3-beta"), ("1.2.3-0.x-y.10", "1.2.3-0.x-y.10"),
    ("1.2.3+build.7", "1.2.3"), ("1.2.3-rc.1+build", "1.2.3-rc.1"),
    ("9007199254740991.0.0", "9007199254740991.0.0"), ("\u{A0}1.2.3\u{FEFF}", "1.2.3"),
    ("1.2.3-9007199254740993", "1.2.3-9007199254740993"),
  ])
  func `the strict grammar is read`(text: String, canonical: String) throws {
    let version = try #require(Version(text))
    #expect(version.description == canonical)
    #expect(Version(canonical) == version)
  }

  @Test(arguments: [
    "", " ", "1", "1.2", "1.2.3.4", "1.2.x", "=1.2.3", "v 1.2.3", "vv1.2.3", "01.2.3", "1.02.3",
    "1.2.3-", "1.2.3-01", "1.2.3-a..b", "1.2.3beta", "1.2.3+", "1.2.3+a+b", "1.2.3-é",
    "9007199254740992.0.0", "1.9007199254740992.0", "1.2.3 - 2.0.0", "hello", "-1.2.3",
    "1.2.3-" + String(repeating: "a", count: 251),
  ])
  func `a text outside the strict grammar is not a version`(text: String) {
    #expect(Version(text) == nil)
  }

  @Test(arguments: [
    ("=1.2.3", "1.2.3"), ("v = 1.2.3", "1.2.3"), ("01.002.3", "1.2.3"),
    ("1.2.3beta", "1.2.3-beta"), ("1.2.3-01", "1.2.3-1"), ("1.2.3-", "1.2.3--"),
    ("1.2.34.5", "1.2.3-4.5"),
  ])
  func `the loose grammar takes more`(text: String, canonical: String) {
    #expect(Version(text) == nil)
    #expect(Version(text, loose: true)?.description == canonical)
  }

  @Test func `versions are ordered by numbers, then by prerelease`() throws {
    let sorted = [
      "0.0.0-0", "0.0.0", "0.9.9", "1.0.0-0", "1.0.0-1", "1.0.0-1.0", "1.0.0-2", "1.0.0-10",
      "1.0.0--", "1.0.0-1a", "1.0.0-A", "1.0.0-a", "1.0.0-a.1", "1.0.0-a.b", "1.0.0-b", "1.0.0",
      "1.0.1", "1.10.0", "2.0.0",
    ]
    let versions = try sorted.map { try #require(Version($0)) }
    #expect(versions.reversed().sorted().map(\.description) == sorted)
    for (left, right) in zip(versions, versions.dropFirst()) {
      #expect(left < right)
      #expect(!(right < left))
      #expect(left != right)
    }
  }

  @Test func `build metadata doesn't affect order, equality or hash`() throws {
    let plain = try #require(Version("1.2.3-rc"))
    let built = try #require(Version("1.2.3-rc+linux.5"))
    #expect(plain == built)
    #expect(plain.hashValue == built.hashValue)
    #expect(built.build == ["linux", "5"])
  }

  @Test func `numbers that JavaScript cannot tell apart are equal`() throws {
    let left = try #require(Version("1.0.0-9007199254740992"))
    let right = try #require(Version("1.0.0-9007199254740993"))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
  }
}
