import Testing

@testable import Git

private let tag = String(repeating: "a", count: 40)
private let commit = String(repeating: "c", count: 40)

@Suite struct `Packed references` {
  @Test func `an annotated tag's commit is in the next line`() {
    let packed = PackedReferences(
      """
      # pack-refs with: peeled fully-peeled sorted
      \(commit) refs/tags/light
      \(tag) refs/tags/v1.0.0
      ^\(commit)

      """)
    #expect(packed.commit(of: "refs/tags/v1.0.0", at: tag) == commit)
    #expect(packed.commit(of: "refs/tags/light", at: commit) == commit)
    #expect(packed.commit(of: "refs/tags/light", at: tag) == nil)
    #expect(packed.commit(of: "refs/tags/none", at: tag) == nil)
  }

  @Test(arguments: ["", "# pack-refs with: peeled sorted\n", "^\n\n# \n"])
  func `a file without the commits of all tags is not used`(start: String) {
    let packed = PackedReferences(start + "\(tag) refs/tags/v1.0.0\n")
    #expect(packed.commit(of: "refs/tags/v1.0.0", at: tag) == nil)
  }
}
