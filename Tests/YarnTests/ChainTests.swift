import Ecosystem
import Testing

@testable import Yarn

@Suite struct `A chain of packages` {
  private func world(_ length: Int, yarn: String) -> World {
    let links = (0..<length).map { "p\($0) 1.0.0: p\($0 + 1) *" } + ["p\(length) 1.0.0"]
    return World(
      links.joined(separator: "\n"),
      ["package.json": #"{"name": "app", "dependencies": {"p0": "*"}}"#], yarn: yarn)
  }

  @Test(arguments: ["1.22.22", "4.9.2"])
  func `is followed to its end`(yarn: String) async throws {
    let new = try await world(60, yarn: yarn).after(.install)
    #expect(new.files["yarn.lock"]?.contains("p60@") == true)
  }

  @Test(arguments: ["1.22.22", "4.9.2"])
  func `is refused if it is longer than any real one`(yarn: String) async throws {
    let problem = await #expect(throws: Problem.self) {
      try await world(260, yarn: yarn).after(.install)
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.message.contains("200 rounds of requests") == true)
  }
}
