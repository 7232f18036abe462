import Foundation
import TestSupport
import Testing

/// Texts that control a terminal or hide something.
private let hostile = [
  "\u{1B}]0;owned\u{7}", "\u{1B}[2J\u{1B}[31m", "\u{9B}31m", "\u{202E}", "\u{2066}x\u{2069}",
  "\u{8}\u{8}", "\u{7F}", "\u{200B}", "\u{85}", "\u{2028}", "\u{E0041}", "\u{FEFF}",
]

/// A working tree whose manifests contain `@` where strangers can write.
private let template: [String: String] = [
  "package.json":
    #"{"name": "app@", "dependencies": {"a@": "^1.0.0@", "b": "@ 1.0.0", "c": "git+https://x.invalid/@"}}"#,
  "package-lock.json":
    #"""
  {"name": "app@", "lockfileVersion": 3, "requires": true, "packages": {
    "": {"name": "app@", "dependencies": {"a@": "^1.0.0@", "b": "@ 1.0.0"}},
    "node_modules/b": {"version": "1.0.0@", "resolved": "https://x.invalid/@/b.tgz"}}}
  """#,
  "Gemfile": "source \"https://x.invalid/@\"\ngem \"rake@\", \"~> 1@\"\nfoo_@ :bar\n",
  "Gemfile.lock":
    "GEM\n  remote: https://x.invalid/@\n  specs:\n    rake@ (1.0@)\n\nPLATFORMS\n  ruby@\n\n"
    + "DEPENDENCIES\n  rake@ (~> 1@)\n\nBUNDLED WITH\n   2.7.2@\n",
  "Podfile": "platform :ios@, '15'\ntarget 'App@' do\n  pod 'A@', '~> 1@'\nend\n",
  "Podfile.lock": "PODS:\n  - A@ (1.0.0@)\n\nDEPENDENCIES:\n  - A@ (~> 1@)\n\nCOCOAPODS: 1.16.2@\n",
  "Cartfile": "github \"acme/x@\" ~> 1.0@\n",
  "Cartfile.resolved": "github \"acme/x@\" \"v1.0@\"\n",
  "Mintfile": "acme/tool@@1.0@\n",
  "kit/Package.swift":
    "// swift-tools-version:6.0@\nimport PackageDescription\nlet package = Package(name: \"x@\", "
    + "dependencies: [.package(url: \"https://x.invalid/a@.git\", from: \"1.0.0@\")])\n",
  "kit/Package.resolved":
    #"{"pins": [{"identity": "a@", "kind": "remoteSourceControl", "location": "https://x.invalid/a@.git", "state": {"version": "1.0.0@"}}], "version": 2}"#,
  ".github/workflows/ci@.yml":
    "on: push\njobs:\n  a@:\n    runs-on: x@\n    steps:\n      - uses: acme/act@@v1@\n",
  "Dockerfile": "FROM x.invalid/base@:1.0@\n",
  ".pre-commit-config.yaml":
    "repos:\n  - repo: https://x.invalid/hook@\n    rev: v1@\n    hooks: [{id: a@}]\n",
  ".github/dependabot.yml":
    "version: 2\nupdates:\n  - package-ecosystem: \"npm@\"\n    directory: \"/@\"\n    bad@: 1\n"
    + "    schedule: {interval: \"daily@\"}\n  - {package-ecosystem: npm, directory: /, "
    + "schedule: {interval: daily}}\n  - {package-ecosystem: bundler, directory: /, "
    + "schedule: {interval: daily}, ignore: [{dependency-name: \"x@\", versions: [\"@\"]}]}\n",
]

/// Every command that reports something about a repository.
private let commands: [[String]] = [
  ["check", "tree"], ["check", "tree", "--verbose"], ["check", "tree/kit"],
  ["update", "tree", "b"], ["update", "tree", "a@"], ["update", "tree", "--all-locked"],
  ["lock", "tree"], ["lock", "tree", "--fresh"], ["why", "tree", "b"], ["why", "tree", "a@@2@"],
  ["config", "check", "tree/.github/dependabot.yml"],
  ["config", "import", "tree/.github/dependabot.yml"], ["migrate", "cocoapods", "tree"],
  ["run", "--dry-run", "--verbose"], ["run", "--verbose", "--repository", "acme/app"],
  ["run", "--repository", "acme/app@"], ["doctor"], ["nonsense@"], ["check", "--@"],
  ["check", "tree", "--log-level", "debug"],
]

@Suite struct `The output of a command on a terminal` {
  private func tree(_ text: String) throws -> Folder {
    let folder = try Folder()
    for (path, content) in template {
      try folder.write(
        content.replacing("@", with: text), to: "tree/\(path.replacing("@", with: ""))")
    }
    try folder.write(
      """
      state: sqlite:\(folder.path)/state.db
      forges: [{name: here, kind: local, url: "file://\(folder.path)/forge", repositories: ["acme/*"]}]
      mirrors:
        - {from: "https://registry.npmjs.org/", to: "http://127.0.0.1:9/"}
        - {from: "https://rubygems.org/", to: "http://127.0.0.1:9/"}
        - {from: "https://api.osv.dev/", to: "http://127.0.0.1:9/"}
        - {from: "https://x.invalid/", to: "http://127.0.0.1:9/"}
        - {from: "https://github.com/", to: "http://127.0.0.1:9/"}

      """, to: "martlet.yml")
    return folder
  }

  /// Copies the working tree into a repository of the local forge.
  private func publish(_ folder: Folder) async throws {
    let script =
      "set -e; cd tree; git init -q -b main .; git add -A; "
      + "git -c user.name=a -c user.email=a@b.c commit -qm x; "
      + "mkdir -p ../forge/acme; git clone -q --bare . ../forge/acme/app.git; rm -rf .git"
    let child = try ChildProcess(["/bin/bash", "-c", script], in: folder.path)
    #expect(await child.end() == 0)
  }

  private static func controls(in text: String) -> [String] {
    text.unicodeScalars.filter { scalar in
      scalar != "\n" && scalar != "\t" && scalar.value != 0x200D
        && (scalar.properties.generalCategory == .control
          || scalar.properties.generalCategory == .format
          || scalar.properties.generalCategory == .lineSeparator)
    }.map { "U+\(String($0.value, radix: 16))" }
  }

  @Test(arguments: hostile)
  func `no command prints what controls a terminal`(text: String) async throws {
    let folder = try tree(text)
    try await publish(folder)
    for words in commands {
      let words = words.map { $0.replacing("@", with: $0.contains("@@") ? "@" : text) }
      let outcome = try await Program.run(words + ["--config", "martlet.yml"], in: folder.path)
      let found = Self.controls(in: outcome.out + outcome.error)
      #expect(
        found == [], "\(words): \((outcome.out + outcome.error).debugDescription.prefix(2_000))")
    }
  }
}
