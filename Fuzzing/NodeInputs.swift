import Ecosystem
import HTTP
import JavaScript
import NPM

/// Fuzzes the files and responses that the NPM module parses, through its public functions.
enum NodeInputs {
  private static let manifest = Array(
    #"{"dependencies": {"a": "^1.0.0"}, "workspaces": ["w/*"], "overrides": {"b": "1"}}"#.utf8)

  /// Reads a project with these files, and builds its tree with a registry that has `a` and `b`.
  static func build(_ files: [String: [UInt8]], document: [UInt8] = known) {
    let tree = Inputs.tree(
      files.merging(["package.json": manifest, "w/x/package.json": Array("{}".utf8)]) { mine, _ in
        mine
      })
    let client = Client { request in
      let isKnown = request.url.hasSuffix("/a") || request.url.hasSuffix("/b")
      return Response(status: isKnown ? 200 : 404, body: isKnown ? document : [])
    }
    let npm = NPMEcosystem(http: client)
    Inputs.wait {
      for project in npm.discover(in: tree.paths) {
        guard let opened = try? await npm.open(project, in: tree) else { continue }
        for dependency in (try? await opened.dependencies()) ?? [] {
          _ = try? await opened.releases(of: dependency)
        }
        _ = try? await opened.change(toward: .lock(LockOptions()))
        let goal = Goal.update([Goal.Target(name: "a", version: "1.1.0")], UpdateOptions())
        _ = try? await opened.change(toward: goal)
      }
    }
  }

  /// Parses versions and ranges in both grammars, and evaluates them.
  static func read(semver bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let halves = text.split(separator: "\n", maxSplits: 1).map(String.init)
    for isLoose in [false, true] {
      guard let range = Range(halves.first ?? "", loose: isLoose) else { continue }
      guard let version = Version(halves.last ?? "", loose: isLoose) else { continue }
      _ = range.contains(version)
      _ = range.description + version.description
    }
  }

  private static let known = Array(
    #"""
    {"name": "a", "dist-tags": {"latest": "1.1.0"}, "versions": {
      "1.0.0": {"name": "a", "version": "1.0.0", "peerDependencies": {"a": "*"},
        "dist": {"tarball": "https://r.example/a.tgz"}},
      "1.1.0": {"name": "a", "version": "1.1.0", "dependencies": {"b": "*"},
        "dist": {"tarball": "https://r.example/a.tgz"}}}}
    """#.utf8)
}
