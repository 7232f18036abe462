import Ecosystem
import Store
import TestSupport
import Testing

@testable import Updates

@Suite struct `Observations of the last pass` {
  /// Observes `branch manifest name version`, with the state as words.
  private func seen(_ line: String, _ words: String = "") -> Observation {
    let parts = line.split(separator: " ").map(String.init)
    return Observation(
      branch: parts[0], manifest: parts[1], name: parts[2], ecosystem: "npm", directory: "/",
      kind: "direct", purpose: "production", requirement: "", current: parts[3], latest: nil,
      state: .upToDate, reason: words, number: nil, seenAt: 0)
  }

  @Test func `are found by branch, manifest, name and version`() {
    let index = ObservationIndex([
      seen("main a.json x 1.0.0", "first"), seen("main a.json x 1.0.0", "second"),
      seen("main b.json x 1.0.0", "other manifest"), seen("next a.json x 1.0.0", "other branch"),
    ])
    #expect(index[seen("main a.json x 1.0.0")]?.reason == "first")
    #expect(index[seen("main b.json x 1.0.0")]?.reason == "other manifest")
    #expect(index[seen("next a.json x 1.0.0")]?.reason == "other branch")
    #expect(index[seen("main a.json x 1.1.0")] == nil)
    #expect(index[seen("main a.json y 1.0.0")] == nil)
  }
}
