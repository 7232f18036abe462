import Ecosystem
import TestSupport
import Testing

@testable import JavaScript
@testable import NPM

@Suite struct `Properties of trees` {
  /// A registry of ten packages with random dependencies.
  private func registry(_ random: inout SeededGenerator) -> String {
    var lines: [String] = []
    for package in 0..<10 {
      for major in 1...Int.random(in: 1...3, using: &random) {
        let specs = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          let kind = ["", "", "peer ", "peer? ", "optional "].randomElement(using: &random) ?? ""
          let spec = ["*", "^1", "^2", ">=1"].randomElement(using: &random) ?? "*"
          return "\(kind)p\(Int.random(in: 0..<10, using: &random)) \(spec)"
        }
        lines.append("p\(package) \(major).0.0: \(specs.joined(separator: ", "))")
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: 0..<60) func `two builds are the same, and the written lock is read back`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let text = registry(&random)
    let names = (0..<3).map { _ in "p\(Int.random(in: 0..<10, using: &random))" }
    let specs = Set(names).sorted().map { "\"\($0)\": \"*\"" }.joined(separator: ", ")
    let world = World(text, ["package.json": "{\"dependencies\": {\(specs)}}"])
    do {
      let first = try await world.after(.install)
      let second = try await world.after(.install)
      #expect(first.files == second.files)
      let again = try await first.after(.install)
      #expect(again.files["package.json"] == first.files["package.json"])
      #expect(!again.locked.contains { $0.hasSuffix("extraneous") })
    } catch let problem as Problem {
      #expect(problem.kind == .unsolvable)
    }
  }

  @Test(arguments: 0..<200) func `a changed byte never crashes`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let world = try await World(
      "a 1.0.0: b ^1, peer c 1\nb 1.0.0: a 1\nc 1.0.0",
      ["package.json": #"{"dependencies": {"a": "1"}, "overrides": {"b": "1.0.0"}}"#]
    ).after(.install)
    for file in ["package.json", "package-lock.json"] {
      var broken = world
      var bytes = Array((world.files[file] ?? "").utf8)
      for _ in 0..<3 {
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        bytes[offset] = Array("{}[]\":,/.@^019 \\nz".utf8).randomElement(using: &random) ?? 0
      }
      broken.files[file] = String(decoding: bytes, as: UTF8.self)
      _ = try? await broken.change(.install)
      _ = try? await broken.change(.update("b"))
    }
  }
}
