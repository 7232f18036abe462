import Ecosystem
import Testing
import Text

@Suite struct `Reading a manifest` {
  @Test func `a manifest over the limit is refused by name`() async throws {
    let tree = SourceTree(name: "a", files: ["Mintfile": "12345"])
    #expect(try await tree.readManifest("Mintfile", limit: 5).string == "12345")
    let problem = await #expect(throws: Problem.self) {
      try await tree.readManifest("Mintfile", limit: 4)
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.message == "is larger than 4 bytes" && problem?.subject == "Mintfile")
  }
}
