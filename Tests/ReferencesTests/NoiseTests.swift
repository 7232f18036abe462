import Ecosystem
import References
import TestSupport
import Testing
import Text

private let pieces = [
  "20", "v20.11.0", "3.3.0", ".x", "\n", " ", "\t", "#", "nodejs ", "ruby ", "swift-", "=", "\"",
  "'",
  "[tools]", "node", "{", "}", ":", "engines", "packageManager", "pnpm@9.1.0", "+sha512.", "FROM ",
  "node:", "-alpine", "@sha256:", "ruby \"3.3.0\"", "^", ">=", "||", "\u{0}", "é",
  "99999999999999999999",
]

private let lists = [
  "{", "}", "[", "]", ",", ":", "\"versions\"", "\"1.0.0\"", "\"version\"", "\"v1.1.0\"", "null",
  "7",
  "\"dist\"", "\"integrity\"", "\"sha512-////\"", "\"tag_name\"", "ruby-3.3.1\t", "entries:\n",
  "  a:\n",
  "  - version: 1.1.0\n", "\"number\"", "\"name\"", "\"data\"", "\"orb\"", "\"tags\"",
]

/// A text of some pieces.
private func noise(_ pieces: [String], _ random: inout SeededGenerator) -> String {
  (0..<Int.random(in: 1...30, using: &random)).map { _ in
    pieces.randomElement(using: &random) ?? ""
  }.joined()
}

/// Reads everything of a project and updates it as far as possible.
private func exercise(_ outside: Outside, _ kind: ReferenceKind, _ path: String, _ text: String)
  async
{
  let tree = SourceTree(name: "app", files: [path: text])
  let ecosystem = ReferenceEcosystem(kind, outside.resources)
  guard let project = ecosystem.discover(in: tree.paths).first,
    let opened = try? await ecosystem.open(project, in: tree)
  else { return }
  for dependency in (try? await opened.dependencies()) ?? [] {
    let releases = try? await opened.releases(of: dependency)
    guard let newest = releases?.last else { continue }
    let goal = Goal.update([dependency.target(newest.version)], UpdateOptions())
    guard let change = try? await opened.change(toward: goal) else { continue }
    // The edited text names the version, and the rest has the same length before and after it.
    #expect(change.files.allSatisfy { $0.path == path && $0.after != $0.before })
  }
}

@Suite struct `Noise in files without a lock` {
  @Test(arguments: [
    ".nvmrc", ".ruby-version", ".tool-versions", "mise.toml", "package.json", "Dockerfile",
    "Gemfile",
    ".github/workflows/a.yml",
  ])
  func `never crashes the reading of runtimes`(path: String) async {
    var random = SeededGenerator(seed: 11)
    let outside = Outside([
      "https://nodejs.org/dist/index.json": #"[{"version": "v24.0.0", "lts": "K"}]"#,
      "https://cache.ruby-lang.org/pub/ruby/index.txt": "ruby-3.4.0\tx\n",
      "https://www.swift.org/api/v1/install/releases.json": #"[{"name": "6.1"}]"#,
      "https://registry.npmjs.org/pnpm": #"{"versions": {"10.0.0": {}}}"#,
    ])
    for _ in 0..<300 { await exercise(outside, .runtimes, path, noise(pieces, &random)) }
  }

  @Test(arguments: [
    (".nvmrc", "1", "https://nodejs.org/dist/index.json", ReferenceKind.runtimes),
    (".ruby-version", "1", "https://cache.ruby-lang.org/pub/ruby/index.txt", .runtimes),
    (
      "package.json", #"{"packageManager": "pnpm@0.1.0+sha512.00"}"#,
      "https://registry.npmjs.org/pnpm", .runtimes
    ),
    (
      "Chart.yaml", "dependencies: [{name: a, version: 1.0.0, repository: https://a.example}]",
      "https://a.example/index.yaml", .helm
    ),
    (
      ".circleci/config.yml", "orbs: {a: a/a@1.0}", "https://circleci.com/graphql-unstable",
      .circleCI
    ),
  ])
  func `never crashes the reading of lists`(
    path: String, text: String, url: String, kind: ReferenceKind
  ) async {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<300 {
      await exercise(Outside([url: noise(lists, &random)]), kind, path, text)
    }
  }
}
