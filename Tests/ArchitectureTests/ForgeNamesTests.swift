import Architecture
import Testing

/// A forge is one folder: other code asks its `ForgeKind` and doesn't know its name.
@Suite struct `The name of a forge` {
  private let graph: ModuleGraph

  init() throws {
    graph = try ModuleGraph(
      root: #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined())
  }

  /// Places that know hosts for another reason than pull requests.
  private static let exceptions = [
    ("Sources/Forges/ForgeKinds.swift", "the one list of kinds"),
    ("Sources/Changelogs/", "hosts of public packages and their release notes"),
    ("Sources/Advisories/", "addresses of public packages"),
    ("Sources/Ecosystems/", "package specifiers such as github:acme/app, and the ecosystem"),
    ("Sources/HTTP/GitHubAddresses.swift", "shared by the forge and its release notes"),
    ("Sources/HTTP/Layers/Redirects.swift", "headers that may follow a redirect"),
    ("Sources/App/Output/Troubleshooting.swift", "the address of martlet's documentation"),
    ("Sources/Configuration/Repository/UnservedEcosystems.swift", "the ecosystem github-actions"),
    ("Sources/Configuration/Renovate/", "Renovate's options and managers"),
    ("Sources/Configuration/Repository/OwnKeys.swift", "advice about Dependabot's file"),
    ("Sources/App/Live/Network.swift", "hosts at which anybody may publish"),
    ("Sources/App/Demo/", "addresses of invented packages"),
  ]

  /// Dependabot's own file has this name on every host.
  private static let file = ".github/dependabot"

  @Test func `is known in its folder only`() {
    let files = graph.programModules.flatMap(\.files)
    let folders = Set(
      files.map { $0.path.split(separator: "/").map(String.init) }
        .filter { $0.count == 4 && $0[1] == "Forges" && $0[2] != "Host" }.map { $0[2] })
    #expect(folders.isSuperset(of: ["GitHub", "Local"]))
    for folder in folders {
      for file in files where !isExempt(file.path, folder) {
        let line = file.lines.first { names($0, folder) }
        #expect(line == nil, "\(file.path): \(line ?? "")")
      }
    }
  }

  private func isExempt(_ path: String, _ folder: String) -> Bool {
    path.hasPrefix("Sources/Forges/\(folder)/")
      || Self.exceptions.contains { path.hasPrefix($0.0) }
  }

  /// Whether code, not a comment, names a forge.
  private func names(_ line: String, _ folder: String) -> Bool {
    let code = line.drop { $0 == " " }
    guard !code.hasPrefix("//"), !code.contains(Self.file) else { return false }
    // The word "local" has other meanings.
    let words =
      folder == "Local"
      ? ["LocalForge", "ForgeKind.local", "kind == .local", "kind != .local"] : [folder]
    return words.contains { code.lowercased().contains($0.lowercased()) }
  }

  @Test(arguments: [
    (#"case "github": 1"#, true), ("  if forge is GitHubForge {", true),
    ("/// As on GitHub.", false),
    (#"let path = ".github/dependabot.yml""#, false), ("let local = 1", false),
  ])
  func `is found in code`(line: String, isFound: Bool) {
    #expect(names(line, "GitHub") == isFound)
    #expect(!names(line, "Local"))
  }
}
