import Testing

@testable import JavaScript

@Suite struct `Requirements with spaces` {
  @Test(arguments: [
    (">= 1.0.0 < 2.0", ">= 1.0.0 < 9.0"), (">=1.0.0 < 2.0.0", ">=1.0.0 < 9.0.0"),
    ("~ 1.0.0", "~ 8.1.2"), (" ^1.4.0 ", " ^8.1.2 "), ("^1.4.0 ", "^8.1.2 "),
    (">= 1.0.0", ">= 8.1.2"),
    ("<= 1.5", "<= 8.1"), ("npm:x@ ^1.0.0", "npm:x@ ^8.1.2"), ("npm:^1.0.0", "npm:^8.1.2"),
  ])
  func `keep their style`(before: String, after: String) throws {
    #expect(RequirementStyle(before)?.raised(to: Version(8, 1, 2)) == after)
  }

  @Test(arguments: [
    (" ^1.4.0 ", " ^1.4.0 || ^8.1.2 "), (">= 1.0.0 < 2.0", ">= 1.0.0 < 9.0"),
  ])
  func `keep their style when they are widened`(before: String, after: String) throws {
    #expect(RequirementStyle(before)?.widened(to: Version(8, 1, 2)) == after)
  }
}
