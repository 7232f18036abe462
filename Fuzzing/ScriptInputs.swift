import Bun
import Ecosystem
import Impact
import JSON
import JavaScript
import Pnpm
import Text
import Yarn

/// Fuzzes the locks, settings and tarballs of Bun, pnpm and Yarn.
enum ScriptInputs {
  private static let manifest = Array(
    #"{"name": "x", "dependencies": {"a": "^1.0.0"}, "workspaces": ["w/*"]}"#.utf8)

  private static let document = Array(
    #"""
    {"name": "a", "dist-tags": {"latest": "1.1.0"}, "versions": {
      "1.0.0": {"name": "a", "version": "1.0.0", "peerDependencies": {"b": "*"},
        "dist": {"tarball": "https://r.example/a.tgz", "shasum": "00", "integrity": "sha512-AA=="}},
      "1.1.0": {"name": "a", "version": "1.1.0", "dependencies": {"b": "*"},
        "dist": {"tarball": "https://r.example/a.tgz", "shasum": "00", "integrity": "sha512-AA=="}}}}
    """#.utf8)

  /// Resolves a project of pnpm with these files.
  static func pnpm(_ files: [String: [UInt8]]) {
    let standard = [
      "package.json": manifest, "w/x/package.json": Array("{}".utf8),
      "pnpm-lock.yaml": Array("lockfileVersion: '9.0'\n".utf8),
    ]
    Projects.exercise(
      standard.merging(files) { $1 }, .pnpm, bodies: ["/a": document, "/b": document])
  }

  /// Resolves a project with a lock of pnpm, also as one of pnpm 8.
  static func pnpm(lock: [UInt8]) {
    pnpm(["pnpm-lock.yaml": lock])
    let head = "lockfileVersion: '6.0'\nsettings: {autoInstallPeers: true}\n"
    pnpm(["pnpm-lock.yaml": Array(head.utf8) + lock])
  }

  /// Resolves a project of Bun with these files.
  static func bun(_ files: [String: [UInt8]]) {
    let lock = #"{"lockfileVersion": 2, "workspaces": {"": {}}, "packages": {}}"#
    let standard = [
      "package.json": manifest, "w/x/package.json": Array(#"{"name": "y"}"#.utf8),
      "bun.lock": Array(lock.utf8),
    ]
    Projects.exercise(
      standard.merging(files) { $1 }, .bun, bodies: ["/a": document, "/b": document])
  }

  /// Resolves a project of Yarn 1 with these files.
  static func classic(_ files: [String: [UInt8]]) {
    let standard = ["package.json": manifest, "yarn.lock": Array("# yarn lockfile v1\n".utf8)]
    Projects.exercise(
      standard.merging(files) { $1 }, .yarn, bodies: ["/a": document, "/b": document])
  }

  /// Resolves a project of Yarn 4 with these files; `tarball` is that of every package.
  static func berry(_ files: [String: [UInt8]], tarball: [UInt8]? = nil) {
    let standard = [
      "package.json": manifest, "w/x/package.json": Array("{}".utf8),
      "yarn.lock": Array("__metadata:\n  version: 8\n  cacheKey: 10c0\n".utf8),
    ]
    Projects.exercise(
      standard.merging(files) { $1 }, .yarn,
      bodies: ["/a": document, "/b": document].merging(tarball.map { [".tgz": $0] } ?? [:]) { $1 })
  }
}

extension ScriptInputs {
  /// Reads a file as declarations, as a script of a package and as a source of the repository.
  static func compare(_ source: [UInt8]) {
    guard let manifest = try? Manifest.document(SourceText(file: "package.json", "{}")) else {
      return
    }
    let limits = ScanLimits()
    for name in ["index.d.ts", "index.js"] {
      var package = ScriptPackage(
        name: "a", files: [name: source], manifest: manifest.root, limits: limits)
      let api = package.read(["a"])
      guard let uses = UseScanner.javaScript.scan("app.ts", source) else { continue }
      let comparison = APIComparison(from: api, to: PublicAPI(matching: .names))
      _ = ImpactJudge(comparison, [uses], .javaScript).report(on: "a", from: "1", to: "2")
    }
  }
}
