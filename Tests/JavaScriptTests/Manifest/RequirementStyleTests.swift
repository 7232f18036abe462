import Testing

@testable import JavaScript

@Suite struct `The style of a requirement` {
  @Test(arguments: [
    ("^1.2.0", "2.3.4", "^2.3.4"), ("~1.2.0", "2.3.4", "~2.3.4"), ("1.2.0", "2.3.4", "2.3.4"),
    ("=1.2.0", "2.3.4", "=2.3.4"), ("v1.2.0", "2.3.4", "v2.3.4"), ("^1.2", "2.3.4", "^2.3"),
    ("~1", "2.3.4", "~2"), ("1", "2.3.4", "2"), ("1.x", "2.3.4", "2.x"),
    ("1.2.x", "2.3.4", "2.3.x"), ("1.*", "2.3.4", "2.*"),
    (">=1.0.0 <2.0.0", "2.3.4", ">=1.0.0 <3.0.0"),
    (">=1 <2", "2.3.4", ">=1 <3"), (">=1.0.0 <=1.5.0", "2.3.4", ">=1.0.0 <=2.3.4"),
    (">=1.0.0 <1.5.0", "2.3.4", ">=1.0.0 <2.4.0"), ("1.0.0 - 2.0.0", "2.3.4", "1.0.0 - 2.3.4"),
    ("^1 || ^2", "3.0.1", "^1 || ^2 || ^3"), ("^1||^2", "3.0.1", "^1||^2||^3"),
    ("npm:real@^1.0.0", "2.0.0", "npm:real@^2.0.0"),
    ("npm:@s/real@~1.0", "2.1.0", "npm:@s/real@~2.1"), ("^1.0.0", "2.0.0-rc.1", "^2.0.0-rc.1"),
    ("^1.0.0-beta.1", "2.0.0", "^2.0.0"),
  ])
  func `a raised requirement keeps its style`(before: String, version: String, after: String)
    throws
  {
    let style = try #require(RequirementStyle(before))
    let wanted = try #require(Version(version))
    #expect(style.raised(to: wanted) == after)
  }

  @Test(arguments: [
    ("^1.2.0", "2.3.4", "^1.2.0 || ^2.3.4"), ("^1", "2.3.4", "^1 || ^2"),
    ("^1||^2", "3.0.0", "^1||^2||^3"), (">=1 <2", "2.3.4", ">=1 <3"),
    ("npm:real@^1", "2.0.0", "npm:real@^1 || ^2"), ("^1", "1.5.0", "^1"),
  ])
  func `a widened requirement still allows its former versions`(
    before: String, version: String, after: String
  )
    throws
  {
    let style = try #require(RequirementStyle(before))
    let wanted = try #require(Version(version))
    #expect(style.widened(to: wanted) == after)
  }

  @Test(arguments: ["latest", "", "github:a/b", "file:x", "npm:real", "https://x.org/a.tgz", "☃"])
  func `an invalid range has no style`(text: String) {
    #expect(RequirementStyle(text) == nil)
  }

  @Test(arguments: [("^1.2", "2.0.0-rc.1"), (">=1 >=0", "0.1.0"), ("1.x", "2.0.0-rc.1")])
  func `a style that cannot express a version has no text`(text: String, version: String) throws {
    let style = try #require(RequirementStyle(text))
    let wanted = try #require(Version(version))
    #expect(style.raised(to: wanted) == nil)
  }
}
