import Ecosystem
import Testing

@testable import Pnpm

/// The versions of an indirect package that its dependents allow.
private func wanted(
  of name: String, overrides: String = "", _ packages: String
) async throws -> [String] {
  let files = [
    "package.json": #"{"dependencies": {"a": "1.0.0"}, "pnpm": {"overrides": {\#(overrides)}}}"#
  ]
  let locked = "a 1.0.0: b ^1.0.0\nb 1.0.0"
  let world = try await World(locked, files).after(.install).with(packages)
  let opened = try await world.open()
  let dependency = try #require(try await opened.dependencies().first { $0.name == name })
  #expect(dependency.kind == .indirect)
  return try await opened.releases(of: dependency).filter(\.satisfiesRequirement).map(\.version)
}

private let packages = """
  a 1.0.0: b ^1.0.0
  b 1.0.0
  b 1.1.0
  b 2.0.0
  """

@Suite struct `An indirect package of pnpm` {
  @Test func `is bounded by the registry's requirements of its dependents`() async throws {
    #expect(try await wanted(of: "b", packages) == ["1.0.0", "1.1.0"])
  }

  @Test(arguments: [(#""a>b": "1.0.0""#, ["1.0.0"]), (#""x>b": "1.0.0""#, ["1.0.0", "1.1.0"])])
  func `is bounded by the override of a dependent`(
    override: String, expected: [String]
  ) async throws {
    #expect(try await wanted(of: "b", overrides: override, packages) == expected)
  }

  @Test func `isn't bounded by a dependent that the registry no longer has`() async throws {
    #expect(try await wanted(of: "b", "b 1.0.0\nb 2.0.0") == ["1.0.0", "2.0.0"])
  }
}
