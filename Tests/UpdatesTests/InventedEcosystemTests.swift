import Advisories
import Configuration
import Ecosystem
import Forges
import Synchronization
import Testing
import Text
import Updates
import Versioning

/// A version of this ecosystem: two numbers.
private struct FeatherVersion: Version {
  let parts: [Int]
  var isPrerelease: Bool { false }
  var description: String { parts.map(String.init).joined(separator: ".") }

  init?(_ text: String) {
    parts = text.split(separator: ".").compactMap { Int($0) }
    guard (1...3).contains(parts.count) else { return nil }
  }

  static func < (left: FeatherVersion, right: FeatherVersion) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}

extension ToolchainKey {
  fileprivate static let plucker = ToolchainKey("feathers", "plucker", standard: "2.0")
}

extension EcosystemDescription {
  /// An invented ecosystem; nothing outside this file knows it.
  fileprivate static var feathers: EcosystemDescription {
    var feathers = EcosystemDescription(
      id: EcosystemID("feathers"), displayName: "Feathers", language: "Bird",
      label: EcosystemLabel("bird", color: "00ff00"), purlType: "generic", words: [],
      manifests: ["feathers.txt"], lockFile: "feathers.lock",
      versions: VersionOrder(of: FeatherVersion.self), satisfies: { $0 == $1 },
      create: { _ in ScriptedEcosystem(.feathers) })
    feathers.ownWords = ["feathers"]
    feathers.toolchain = [.plucker]
    feathers.registries = [RegistryKind("feather-server", displayName: "Feathers")]
    feathers.advisories = OSVEcosystem("FeatherDB", order: feathers.versions)
    return feathers
  }
}

private let catalog = EcosystemCatalog([.feathers])

@Suite struct `An ecosystem that is added by its description alone` {
  private let file = """
    updates:
      - package-ecosystem: feathers
        directory: /
        schedule: {interval: weekly}
        cooldown: {default-days: 0}
      - package-ecosystem: npm
        directory: /
        schedule: {interval: weekly}

    """

  @Test func `is configured by its own word, of which Dependabot's file is warned`() {
    let text = "version: 2\n" + file
    let own = check(
      SourceText(file: ".github/martlet.yml", text), ecosystems: catalog, as: .repository)
    let theirs = check(SourceText(file: ".github/dependabot.yml", text), ecosystems: catalog)
    let npm = "error: expected one of feathers, found 'npm'"
    #expect(own.map(\.description) == [".github/martlet.yml:7:24: \(npm)"])
    #expect(
      theirs.map(\.description) == [
        ".github/dependabot.yml:3:5: note: 'feathers' is martlet's own: Dependabot refuses the file",
        ".github/dependabot.yml:7:24: \(npm)",
      ])
  }

  @Test func `has toolchain keys, registries and limits in the operator's file`() throws {
    let text = """
      forges: [{name: hub, kind: local, url: "file:///srv", repositories: ["*/*"]}]
      toolchains: {feathers: {plucker: "3.1"}}
      registries: [{type: feather-server, url: "https://f.example/", private-packages: [down*]}]
      limits: {ecosystems: [feathers]}
      """
    let read = OperatorFile.read(
      SourceText(file: "martlet.yml", text), ecosystems: catalog, placeholders: .unresolved)
    let file = try #require(read.value, "\(read.findings)")
    #expect(file.toolchains.stated(.plucker) == "3.1")
    #expect(file.registries.first?.kind?.type == "feather-server")
    #expect(file.limits.ecosystems?.map(\.word) == ["feathers"])
    let wrong = text.replacing("3.1", with: "soon")
      .replacing("feather-server", with: "npm-registry")
    #expect(
      check(SourceText(file: "m.yml", wrong), ecosystems: catalog, as: .operator)
        .map(\.description) == [
          "m.yml:2:34: error: expected a version such as 10.8.2, found 'soon'",
          "m.yml:3:21: error: expected one of feather-server, git, found 'npm-registry'",
        ])
  }

  @Test func `opens pull requests with its branch and label, and security updates`() async throws {
    let feathers = ScriptedEcosystem(.feathers)
    let scene = try await Scene(
      file, ["feathers.txt": "down 1.0.0\n", "deps.txt": "a 1.0.0\n"], others: [feathers])
    feathers.publish("down", "1.0.0", "1.0.1", "1.1.0")
    scene.npm.publish("a", "1.0.0")
    let package = AdvisedPackage(try #require(feathers.description.advisories), "down")
    let range = Advisory.Range([.init(.introduced, "0"), .init(.fixed, "1.0.1")])
    scene.advisories.withLock {
      $0 = AdvisoryAnswer(advisories: [
        package: [Advisory(id: "F-1", affected: [.init(package, ranges: [range])])]
      ])
    }
    try await scene.run()
    let pull = try #require(try await scene.pullRequests().first)
    #expect(pull.head == "martlet/feathers/down")
    #expect(Set(pull.labels) == ["dependencies", "bird", "security"])
    #expect(pull.title == "[Security] Bump down from 1.0.0 to 1.1.0")
  }
}
