import Crypto
import Foundation
import JSON
import Synchronization
import TestSupport
import Testing

/// Generated workspaces in a local forge, updated by the whole program.
@Suite(.slow, .serialized) struct `Updates of generated workspaces` {
  /// The seeds for each tool; `MARTLET_WORKSPACES=8-200` tries more of them by hand.
  private static let seeds: Range<UInt64> = {
    let words = ProcessInfo.processInfo.environment["MARTLET_WORKSPACES"]?.split(separator: "-")
    let numbers = (words ?? []).compactMap { UInt64($0) }
    guard let last = numbers.last else { return 0..<8 }
    return (numbers.count == 2 ? min(numbers[0], last) : 0)..<last
  }()
  /// The tools; `MARTLET_WORKSPACE_TOOL=yarn@4` limits them by hand.
  private static let tools: [JavaScriptTool] = {
    let word = ProcessInfo.processInfo.environment["MARTLET_WORKSPACE_TOOL"] ?? ""
    return [.npm, .pnpm, .yarnClassic, .yarnNewest, .bun].filter { $0.rawValue.hasPrefix(word) }
  }()

  @Test(arguments: tools, seeds)
  func `move no requirement against its policy, and leave none without a reason`(
    tool: JavaScriptTool, seed: UInt64
  ) async throws {
    let workspace = GeneratedWorkspace(seed: seed)
    let scene = try await WorkspaceScene(workspace, tool)
    guard try await scene.lock() else { return }
    let before = try await scene.rows(in: "app")
    let report = try await scene.run()
    for branch in try await scene.branches() {
      let merges = report.merges(branch)
      #expect(!merges || workspace.merged != nil, "\(branch) merges by itself")
      let folder = try await scene.checkOut(branch)
      let after = try await scene.rows(in: folder)
      let texts = try scene.requirements(in: folder)
      for (position, old) in workspace.requirements {
        let new = try #require(texts[position], "\(branch) has no \(position)")
        if position.section == "peerDependencies" {
          #expect(new == old, "\(branch) changes \(position)")
          continue
        }
        let (oldRange, newRange) = (Numbers(range: old), Numbers(range: new))
        let edit = "\(branch): \(position.manifest) \(position.name) \(old) to \(new)"
        #expect(!workspace.ignoresMajors || oldRange.major == newRange.major, "\(edit) is major")
        #expect(new == old || !workspace.ignores(position), "\(edit) is ignored")
        guard let from = before.version(position, old), let to = after.version(position, new),
          from != to, !workspace.unsettles(position, for: tool)
        else { continue }
        let move = "\(branch): \(position.manifest) \(position.name) \(from) -> \(to)"
        #expect(from < to, "\(move) is a downgrade")
        #expect(!workspace.ignoresMajors || from.major == to.major, "\(move) is a major update")
        #expect(!workspace.ignores(position), "\(move) is ignored")
        let step = from.step(to: to)
        #expect(
          !merges || step.rawValue <= workspace.merged?.rawValue ?? -1,
          "\(move) is merged by itself in spite of \(step)")
      }
      if tool == .npm { try await scene.installClean(in: folder) }
    }
    for (name, rows) in Dictionary(grouping: before.outdated, by: \.name) {
      #expect(report.reasons(about: name) >= rows.count, "\(name) has an update without a reason")
    }
  }
}

extension GeneratedWorkspace {
  /// Whether the policy ignores a requirement.
  fileprivate func ignores(_ position: Position) -> Bool {
    position.name == ignored || position == ignoredPosition
  }

  /// Whether the tool itself moves a requirement in a lock of its own.
  ///
  /// npm 10.8.2 applies an override to a member only without a lock: the next `npm install` returns to what
  /// the member asks for.
  fileprivate func unsettles(_ position: Position, for tool: JavaScriptTool) -> Bool {
    tool == .npm && position.manifest != "package.json" && position.name == override?.name
      && requirements[position] != override?.range
  }
}

/// The repository of `run --json`.
private struct RunReport {
  var root: Value?

  private var dependencies: [Value] { root?["dependencies"]?.array ?? [] }

  /// The number of dependencies of a name with an update or a reason against one.
  func reasons(about name: String) -> Int {
    dependencies.count { $0["name"]?.string == name && $0["state"] != "up-to-date" }
  }

  /// Whether the pull request of a branch merges as soon as its checks are green.
  func merges(_ branch: String) -> Bool {
    let number = dependencies.first { $0["branch"]?.string == branch }?["number"]
    let pull = root?["pullRequests"]?.array?.first { $0["number"] == number }
    #expect(pull != nil, "\(branch) has no pull request")
    return pull?["merging"] != "unwanted"
  }
}

/// The numbers of a version.
private struct Numbers: Comparable, CustomStringConvertible {
  var numbers: [Int]

  init(_ text: String) {
    numbers = text.split(separator: ".").compactMap { Int($0) }
  }

  /// Reads the version of a range like `^1.2.0`.
  init(range: String) { self.init(String(range.drop { !$0.isNumber })) }

  var major: Int { numbers.first ?? 0 }

  func step(to other: Numbers) -> GeneratedWorkspace.Step {
    if major != other.major { return .major }
    return numbers.dropFirst().first == other.numbers.dropFirst().first ? .patch : .minor
  }

  var description: String { numbers.map(String.init).joined(separator: ".") }

  static func < (left: Numbers, right: Numbers) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}

/// The rows of `check --json`.
private struct Rows {
  struct Row {
    var name: String
    var status: String
    var requirement: String
    var current: String
    /// The versions of several requirements, by manifest and section.
    var positions: [GeneratedWorkspace.Position: String] = [:]
  }

  var rows: [Row]

  var outdated: [Row] { rows.filter { $0.status == "outdated" } }

  /// Returns the locked version of a requirement; nil if the rows don't show it.
  func version(_ position: GeneratedWorkspace.Position, _ text: String) -> Numbers? {
    for row in rows where row.name == position.name {
      if let version = row.positions[position] { return Numbers(version) }
    }
    let plain = rows.filter {
      $0.name == position.name && $0.positions.isEmpty && $0.requirement == text
    }
    return plain.count == 1 ? Numbers(plain[0].current) : nil
  }
}

/// A local forge with one repository, and a registry on loopback.
private struct WorkspaceScene {
  let workspace: GeneratedWorkspace
  let tool: JavaScriptTool
  let folder: Folder
  private let registry: LoopbackServer
  private let packages: Lines

  /// What the registry has, which changes once.
  private final class Lines: Sendable {
    let lines: Mutex<String>

    init(_ text: String) {
      lines = Mutex(text)
    }
  }

  init(_ workspace: GeneratedWorkspace, _ tool: JavaScriptTool) async throws {
    self.workspace = workspace
    self.tool = tool
    let packages = Lines(workspace.old)
    self.packages = packages
    registry = try LoopbackServer { request in
      if request.path.hasSuffix(".tgz") {
        return LoopbackServer.Reply(body: PackedFiles([("package/package.json", "{}")]).gzip)
      }
      let known = InventedPackages(packages.lines.withLock(\.self)) {
        Digest(.sha1, of: $0).hexadecimal
      }
      guard let document = known[escaped: String(request.path.dropFirst())] else {
        return .json("{}", status: 404)
      }
      return .json(document.text(.compact))
    }
    folder = try Folder([:])
    for (path, text) in workspace.files(tool) { try folder.write(text, to: "app/\(path)") }
    try folder.write(workspace.policy, to: "app/.github/dependabot.yml")
    try folder.write(
      """
      state: sqlite:\(folder.path)/martlet.db
      advisories: false
      forges:
        - {name: here, kind: local, url: "file://\(folder.path)/forge", repositories: [acme/app]}
      mirrors:
        - {from: "https://registry.npmjs.org/", to: "\(registry.url())"}
        - {from: "https://registry.yarnpkg.com/", to: "\(registry.url())"}

      """, to: "martlet.yml")
  }

  private func martlet(_ words: String...) async throws -> Program.Outcome {
    try await Program.run(
      words + ["--config", "\(folder.path)/martlet.yml", "--log-level", "error"], in: folder.path)
  }

  /// Locks the workspace, commits it to the forge, and publishes the new releases.
  ///
  /// - Returns: false if the tool finds no lock for the generated requirements.
  func lock() async throws -> Bool {
    let outcome = try await martlet("lock", "app")
    if [3, 4].contains(outcome.code) { return false }
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let app = "\(folder.path)/app"
    for words in [
      ["init", "-q", "-b", "main"], ["add", "-A", "-f"],
      ["-c", "user.name=ann", "-c", "user.email=ann@acme.dev", "commit", "-qm", "start"],
      ["clone", "-q", "--bare", app, "\(folder.path)/forge/acme/app.git"],
    ] { try await git(words, in: app) }
    packages.lines.withLock { $0 = workspace.new }
    return true
  }

  @discardableResult
  private func git(_ words: [String], in path: String) async throws -> String {
    let output = "\(folder.path)/git.out"
    let child = try ChildProcess(
      ["/usr/bin/git"] + words, in: path, environment: ["HOME": folder.path, "PATH": "/usr/bin"],
      output: output, error: "\(folder.path)/git.error")
    #expect(await child.end() == 0, "git \(words.joined(separator: " "))")
    return try folder.read("git.out")
  }

  func run() async throws -> RunReport {
    let outcome = try await martlet("run", "--json")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    return RunReport(root: try outcome.document()["repositories"]?.array?.first)
  }

  func branches() async throws -> [String] {
    let names = try await git(
      ["for-each-ref", "--format=%(refname:short)", "refs/heads/martlet"],
      in: "\(folder.path)/forge/acme/app.git")
    return names.split(separator: "\n").map(String.init)
  }

  /// Returns the folder with the files of a branch.
  func checkOut(_ branch: String) async throws -> String {
    let name = "branch-" + branch.replacing("/", with: "-")
    try await git(
      ["clone", "-q", "-b", branch, "\(folder.path)/forge/acme/app.git", name], in: folder.path)
    return name
  }

  func rows(in name: String) async throws -> Rows {
    let outcome = try await martlet("check", name, "--json")
    #expect(outcome.code == 0, "\(outcome.out)\(outcome.error)")
    let found = try outcome.document()["dependencies"]?.array ?? []
    return Rows(rows: found.filter { $0["kind"]?.string == "direct" }.map(Self.row))
  }

  private static func row(_ value: Value) -> Rows.Row {
    let name = value["name"]?.string ?? ""
    var row = Rows.Row(
      name: name, status: value["status"]?.string ?? "",
      requirement: value["requirement"]?.string ?? "", current: value["current"]?.string ?? "")
    for requirement in value["requirements"]?.array ?? [] {
      let position = GeneratedWorkspace.Position(
        manifest: requirement["manifest"]?.string ?? "",
        section: requirement["section"]?.string ?? "", name: name)
      row.positions[position] = requirement["current"]?.string
    }
    return row
  }

  /// The texts of all requirements in a folder's manifests.
  func requirements(in name: String) throws -> [GeneratedWorkspace.Position: String] {
    var result: [GeneratedWorkspace.Position: String] = [:]
    let catalogs = try catalogs(in: name)
    for path in workspace.files(tool).keys where path.hasSuffix("package.json") {
      let text = try folder.read("\(name)/\(path)")
      let root = try Document(Array(text.utf8), named: path).root
      for section in Set(workspace.requirements.keys.map(\.section)) {
        for member in root[section]?.members ?? [] {
          let text = member.value.string ?? ""
          let catalog = text.hasPrefix("catalog:") ? String(text.dropFirst(8)) : nil
          result[.init(manifest: path, section: section, name: member.key)] =
            catalog.map { catalogs["\($0) \(member.key)"] } ?? text
        }
      }
    }
    return result
  }

  /// The ranges of a folder's catalogs, by the name of the catalog and of the package: `old p1`.
  private func catalogs(in name: String) throws -> [String: String] {
    guard tool.hasCatalogs, !workspace.catalogs.isEmpty else { return [:] }
    var result: [String: String] = [:]
    var catalog: String?
    for line in try folder.read("\(name)/\(tool.catalogFile)").split(separator: "\n") {
      let parts = line.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
      if line == "catalog:" {
        catalog = ""
      } else if parts.count == 1 {
        catalog = parts[0]
      } else if let catalog, line.hasPrefix("  ") {
        result["\(catalog) \(parts[0])"] = parts[1].replacing("'", with: "")
      }
    }
    return result
  }

  /// Asks npm itself, if the machine has it.
  func installClean(in name: String) async throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/npm") else { return }
    let child = try ChildProcess(
      [
        "/usr/bin/npm", "ci", "--dry-run", "--ignore-scripts", "--no-audit", "--no-fund",
        "--registry", registry.url(),
      ], in: "\(folder.path)/\(name)",
      environment: ["HOME": folder.path, "PATH": "/usr/local/bin:/usr/bin:/bin"],
      output: "\(folder.path)/npm.out", error: "\(folder.path)/npm.error")
    let code = await child.end()
    let message = try folder.read("npm.error")
    #expect(code == 0, "\(name): \(message)")
  }
}
