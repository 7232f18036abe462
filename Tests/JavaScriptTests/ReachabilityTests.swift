import Testing

@testable import JavaScript

@Suite struct `What leaves a lock` {
  /// `a` needs `b`, which needs `c`; `d` has two copies, and nothing known needs `e`.
  private let lock = LockedCopies(
    [
      LockedCopy("a", version: "1.0.0"), LockedCopy("b", version: "1.0.0"),
      LockedCopy("c", package: "see", version: "1.0.0"), LockedCopy("d", version: "1.0.0"),
      LockedCopy("d", version: "2.0.0"), LockedCopy("e", version: "1.0.0"),
    ]
  ) { _, index in
    switch index {
    case 0: LockedLinks([.init("b", "^1.0.0")])
    case 1: LockedLinks([.init("c", "^1.0.0")])
    default: LockedLinks()
    }
  }

  @Test func `was needed by what moved, or leaves another copy`() {
    #expect(lock.names(neededBy: ["a"]) == ["a", "b", "c", "see", "d"])
    #expect(lock.names(neededBy: ["see"]) == ["c", "see", "d"])
    #expect(lock.names(neededBy: ["unknown"]) == ["d"])
  }
}
