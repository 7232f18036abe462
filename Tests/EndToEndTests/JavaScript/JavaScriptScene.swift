import Crypto
import Foundation
import JSON
import Synchronization
import TestSupport
import Testing

/// A package manager with a lock of its own.
enum JavaScriptTool: String, CustomTestStringConvertible {
  case npm = "npm@10.8.2"
  case pnpm = "pnpm@10.34.5"
  case pnpm9 = "pnpm@9.15.9"
  case pnpm11 = "pnpm@11.22.0"
  case yarnClassic = "yarn@1.22.22"
  case yarnBerry = "yarn@4.9.2"
  case yarnNewest = "yarn@4.18.0"
  case bun = "bun@1.4.4"

  /// One for each kind of lock.
  static let kinds: [JavaScriptTool] = [.npm, .pnpm, .yarnClassic, .yarnBerry, .bun]
  /// The tools with catalogs.
  static let withCatalogs: [JavaScriptTool] = [.pnpm9, .pnpm, .pnpm11, .yarnNewest]

  var isPnpm: Bool { rawValue.hasPrefix("pnpm@") }
  var lock: String {
    switch self {
    case .npm: "package-lock.json"
    case .pnpm, .pnpm9, .pnpm11: "pnpm-lock.yaml"
    case .yarnClassic, .yarnBerry, .yarnNewest: "yarn.lock"
    case .bun: "bun.lock"
    }
  }
  /// The file with the catalogs.
  var catalogFile: String { isPnpm ? "pnpm-workspace.yaml" : ".yarnrc.yml" }

  /// What only the lock with a version of a package has.
  func mark(_ name: String, _ version: String) -> String {
    switch self {
    case .npm: "/\(name)-\(version).tgz\""
    case .pnpm, .pnpm9, .pnpm11: "\n  \(name)@\(version):"
    case .yarnClassic: "/\(name)-\(version).tgz#"
    case .yarnBerry, .yarnNewest: "resolution: \"\(name)@npm:\(version)\""
    case .bun: "[\"\(name)@\(version)\""
    }
  }

  /// The field of `package.json` that replaces a package everywhere.
  func override(_ name: String, _ range: String) -> String {
    switch self {
    case .npm, .bun: "\"overrides\": {\"\(name)\": \"\(range)\"}"
    case .pnpm, .pnpm9, .pnpm11: "\"pnpm\": {\"overrides\": {\"\(name)\": \"\(range)\"}}"
    case .yarnClassic, .yarnBerry, .yarnNewest: "\"resolutions\": {\"\(name)\": \"\(range)\"}"
    }
  }

  /// The field of `package.json` that replaces a package below one dependent.
  func override(_ name: String, below dependent: String, _ range: String) -> String {
    switch self {
    case .npm, .bun: override(dependent, "").replacing("\"\"", with: "{\"\(name)\": \"\(range)\"}")
    case .pnpm, .pnpm9, .pnpm11: override("\(dependent)>\(name)", range)
    case .yarnClassic, .yarnBerry, .yarnNewest: override("\(dependent)/\(name)", range)
    }
  }

  var testDescription: String { rawValue }
}

/// A repository `acme/app` on a fake GitHub whose packages come from a registry on loopback.
///
/// `finch` depends on `seed`; both and `wren` get new versions after the repository was locked. So does
/// `crane`, whose versions need certain versions of `seed`, `kite` with the peer `hawk`, and `lark`, whose
/// newest version needs a package that the registry doesn't have. `pike` needs `seed` 1.0.0 for
/// ever, and `dove` a `wren` 1. The new versions of `heron` and `stork` are younger than any age.
struct JavaScriptScene {
  let fake: FakeHost
  let folder: Folder
  let tool: JavaScriptTool
  private let registry: LoopbackServer

  private static let old =
    "crane 1.0.0: seed 1.0.0\nfinch 1.0.0: seed ^1.0.0\nseed 1.0.0\nwren 0.9.0\nwren 1.0.0"
    + "\nhawk 1.0.0\nkite 1.0.0: peer hawk 1.0.0\nlark 1.0.0\npike 1.0.0: seed 1.0.0"
    + "\ndove 1.0.0: wren ^1.0.0\nheron 1.0.0\nstork 1.0.0"
  private static let new =
    old
    + "\ncrane 1.1.0: seed 1.0.1\nfinch 1.1.0: seed ^1.0.0\nseed 1.0.1\nwren 1.2.0\nwren 2.0.0"
    + "\nhawk 2.0.0\nkite 2.0.0: peer hawk 2.0.0\nlark 1.1.0\nlark 1.2.0: lost ^1.0.0"
    + "\nheron 1.1.0 2999-01-01\nstork 1.1.0 2999-01-01"
  /// The usual dependencies.
  static let dependencies = ["finch": "^1.0.0", "wren": "^1.0.0"]

  /// Locks the project with the old versions, commits it, and publishes the new ones.
  ///
  /// - Parameters:
  ///   - tool: the package manager, in `packageManager`.
  ///   - rules: lines for the entry of `dependabot.yml`.
  ///   - directory: the directory of the entry.
  ///   - fields: further fields of `package.json`.
  ///   - dependencies: the requirements of `package.json`.
  ///   - files: further files of the project.
  ///   - file: the test file; each has a fake of its own.
  /// - Throws: what the fake or the program refuses.
  init(
    _ tool: JavaScriptTool, rules: String = "", directory: String = "/", fields: String = "",
    dependencies: [String: String] = Self.dependencies, files: [String: String] = [:],
    file: String = #fileID
  ) async throws {
    self.tool = tool
    fake = try await FakeHost.fresh(for: file)
    let packages = Packages(Self.old)
    registry = try LoopbackServer { packages.answer(to: $0.path) }
    var project = files
    project["package.json"] = Self.manifest(
      "app", ["\"packageManager\": \"\(tool.rawValue)\"", fields], dependencies)
    folder = try Folder([:])
    for (path, text) in project { try folder.write(text, to: "app/\(path)") }
    try folder.write(configuration, to: "martlet.yml")
    let locked = try await martlet("lock", "app")
    guard locked.code == 0 else { throw Failure(text: locked.error) }
    for name in ["crane", "finch", "hawk", "heron", "kite", "lark", "wren"] {
      _ = try await fake.publish(name, ["1.0.0", "1.1.0", "1.2.0", "2.0.0"])
    }
    project[tool.lock] = try folder.read("app/\(tool.lock)")
    project[".github/dependabot.yml"] = GitHubFiles.dependabot(rules).replacing(
      "swift", with: "npm"
    ).replacing("directory: /", with: "directory: \(directory)")
    try await fake.found("acme/app", project)
    packages.publish(Self.new)
  }

  /// A manifest in the form of the tools.
  static func manifest(
    _ name: String, _ fields: [String] = [], _ dependencies: [String: String]
  ) -> String {
    let entries = dependencies.sorted { $0.key < $1.key }.map {
      "    \"\($0.key)\": \"\($0.value)\""
    }
    let last = "\"dependencies\": {\n\(entries.joined(separator: ",\n"))\n  }"
    let members = ["\"name\": \"\(name)\""] + fields.filter { !$0.isEmpty } + [last]
    return "{\n" + members.map { "  \($0)" }.joined(separator: ",\n") + "\n}\n"
  }

  private struct Failure: Error {
    var text: String
  }

  private var configuration: String {
    GitHubFiles.configuration(fake.url) + """
      \("  ")- {from: "https://registry.npmjs.org/", to: "\(registry.url())"}
        - {from: "https://registry.yarnpkg.com/", to: "\(registry.url())"}
        - {from: "https://api.osv.dev/", to: "\(fake.url)/"}

      """
  }

  func martlet(_ words: String...) async throws -> Program.Outcome {
    try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": "github_pat_fixed"])
  }

  /// Reports a vulnerability of a package below a version.
  func report(_ name: String = "seed", below fixed: String = "1.0.1") async throws {
    let record: Value = [
      "id": "T-2026-2", "modified": "2026-01-01T00:00:00Z", "summary": "Seeds fall out",
      "database_specific": ["severity": "HIGH"],
      "affected": [
        [
          "package": ["ecosystem": "npm", "name": .string(name)],
          "ranges": [
            ["type": "SEMVER", "events": [["introduced": "0"], ["fixed": .string(fixed)]]]
          ],
        ]
      ],
    ]
    try await fake.control("advisories", record)
  }

  /// Returns a file of the project as it was locked.
  func file(_ path: String) throws -> String { try folder.read("app/\(path)") }

  /// An open pull request, with the files of its branch.
  struct Pull {
    var title: String
    var body: String
    var files: Value?
  }

  /// The open pull requests by title.
  func pulls() async throws -> [Pull] {
    let state = try await fake.state("acme/app")
    let open = (state["prs"]?.array ?? []).filter { $0["state"] == "open" }
    return open.map { pull in
      Pull(
        title: pull["title"]?.string ?? "", body: pull["body"]?.string ?? "",
        files: state["files"]?[pull["head"]?.string ?? ""])
    }.sorted { $0.title < $1.title }
  }

  /// The documents of the registry, which change with time.
  private final class Packages: Sendable {
    private let lines: Mutex<String>

    init(_ lines: String) {
      self.lines = Mutex(lines)
    }

    func publish(_ lines: String) {
      self.lines.withLock { $0 = lines }
    }

    func answer(to path: String) -> LoopbackServer.Reply {
      if path.hasSuffix(".tgz") {
        return LoopbackServer.Reply(body: PackedFiles([("package/package.json", "{}")]).gzip)
      }
      let packages = InventedPackages(lines.withLock(\.self)) {
        Digest(.sha1, of: $0).hexadecimal
      }
      let name = String(path.dropFirst())
      guard var document = packages[escaped: name] else { return .json("{}", status: 404) }
      document = Self.described(document, name)
      return .json(document.text(.compact))
    }

    /// Adds the repository of the package to each version.
    private static func described(_ document: Value, _ name: String) -> Value {
      guard case .object(var root) = document, let versions = root["versions"]?.object else {
        return document
      }
      root["versions"] = .object(
        Object(
          versions.members.map { member in
            var manifest = member.value.object ?? Object()
            manifest["repository"] = .string("https://github.com/birds/\(name)")
            return (member.key, .object(manifest))
          }))
      return .object(root)
    }
  }
}
