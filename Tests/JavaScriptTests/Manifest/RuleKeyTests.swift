import JavaScript
import Testing

@Suite struct `The key of a rule` {
  @Test(arguments: [
    (["b"], "b", false, false), (["**/b"], "b", false, false), (["@s/b"], "@s/b", false, false),
    (["b@^1.0.0"], "b", false, true), (["b@npm:^1.0.0"], "b", false, true),
    (["b@>=1.0.0"], "b", false, true), (["b@1 >2"], "b", false, true),
    (["a", "b"], "b", true, false), (["a", "."], "a", false, false),
    (["a@1", "."], "a", false, true),
    (["a>b"], "b", true, false), (["a@1>b@>2"], "b", true, true),
    (["@s/a>@s/b"], "@s/b", true, false),
    (["a/b"], "b", true, false), (["@s/a/**/b"], "b", true, false),
    (["a/@s/b"], "@s/b", true, false),
  ])
  func `names the package and says how narrow the rule is`(
    path: [String], name: String, hasDependent: Bool, hasRange: Bool
  ) {
    let key = RuleKey(path)
    #expect(key.name == name && key.hasDependent == hasDependent && key.hasRange == hasRange)
  }
}
