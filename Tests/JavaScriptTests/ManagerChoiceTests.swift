import Ecosystem
import Testing
import Text

@testable import JavaScript

/// Returns the package manager of a project with files, and with an operator's versions.
private func manager(_ files: [String: String], _ toolchain: [String: String] = [:]) async throws
  -> Tool
{
  let files = ["package.json": "{}"].merging(files) { $1 }
  let tree = SourceTree(name: "project", files: files)
  let project = Project(
    ecosystem: EcosystemID("npm"), directory: "/", manifest: "package.json", lock: nil)
  let document = try Manifest.document(try await tree.read("package.json"))
  let stated = toolchain.map { (ToolchainKey($0.key, standard: ""), $0.value) }
  return try await ProjectTools(of: project, document, in: tree)
    .manager(of: project, in: tree, Toolchain(Dictionary(uniqueKeysWithValues: stated)))
}

@Suite struct `The package manager of a project` {
  private static let classic = "# yarn lockfile v1\n"

  @Test(
    arguments: [
      ([:], .npm),
      (["yarn.lock": classic], .yarn),
      (["pnpm-lock.yaml": "lockfileVersion: '9.0'"], .pnpm),
      (["bun.lock": "{}"], .bun),
      (["bunfig.toml": "[install]"], .bun),
      ([".tool-versions": "nodejs 22.1.0\nbun 1.2.0\n"], .bun),
      (["yarn.lock": classic, "package-lock.json": "{}"], .npm),
      ([".yarnrc.yml": "nodeLinker: node-modules"], .yarn),
      ([".yarnrc": "registry \"https://npm.example/\""], .yarn),
      (["pnpm-workspace.yaml": "packages: []"], .pnpm),
      (["package.json": #"{"packageManager": "yarn@4.9.2"}"#, "package-lock.json": "{}"], .yarn),
      (["package.json": #"{"volta": {"node": "22.1.0", "yarn": "1.22.22"}}"#], .yarn),
      (["package.json": #"{"engines": {"npm": ">=10", "yarn": ">=4"}}"#], .npm),
      ([".tool-versions": "nodejs 22.1.0\npnpm 10.34.5\n"], .pnpm),
    ] as [([String: String], Tool)])
  func `is the one that its files name`(files: [String: String], expected: Tool) async throws {
    #expect(try await manager(files) == expected)
  }

  @Test(arguments: [(["yarn.lock": classic], Tool.yarn), (["package-lock.json": "{}"], .npm)])
  func `is the lock's if devEngines allows several`(
    lock: [String: String], expected: Tool
  ) async throws {
    let manifest = #"{"devEngines": {"packageManager": [{"name": "npm"}, {"name": "yarn"}]}}"#
    #expect(try await manager(lock.merging(["package.json": manifest]) { $1 }) == expected)
  }

  @Test(
    arguments: [(["yarn": "4.9.2"], .yarn), (["yarn": "4.9.2", "pnpm": "10.34.5"], .npm)]
      as [([String: String], Tool)])
  func `is the operator's if no file decides`(
    toolchain: [String: String], expected: Tool
  ) async throws {
    #expect(try await manager([:], toolchain) == expected)
  }

  @Test func `is refused inside a workspace of pnpm without a package.json`() async throws {
    let tree = SourceTree(
      name: "project",
      files: ["packages/a/package.json": "{}", "pnpm-workspace.yaml": "packages: ['packages/*']"])
    let project = Project(
      ecosystem: EcosystemID("npm"), directory: "/packages/a", manifest: "packages/a/package.json",
      lock: nil)
    let document = try Manifest.document(try await tree.read("packages/a/package.json"))
    let tools = try await ProjectTools(of: project, document, in: tree)
    #expect(tools.manager(of: project, in: tree, Toolchain()) == .pnpm)
    let problem = #expect(throws: Problem.self) { try tools.require(.pnpm) }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject == "pnpm-workspace.yaml")
  }
}
