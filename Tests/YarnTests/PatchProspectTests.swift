import Ecosystem
import JavaScript
import TestSupport
import Testing

@testable import Yarn

/// What `check` and `why` know of packages with a patch of Yarn's own, without a request.
@Suite struct `The prospect of a package that Yarn patches itself` {
  @Test func `is open until the update is tried`() async throws {
    let world = try PatchWorld()
    let files = try #require(world.files(of: "4.9.2 3.0.0 to 3.1.0"))
    let yarn = world.yarn(offering: ["3.0.0", "3.1.0"])
    let (release, lines) = try await prospect(files, yarn, "typescript", "3.1.0")
    #expect(release.heldBack == nil)
    #expect(release.untested == "gets a patch of Yarn's own, which the present lock has to prove")
    #expect(
      lines.last == "Whether a newer version of typescript can be locked isn't known until the "
        + "update is tried: it gets a patch of Yarn's own, which the present lock has to prove.")
  }

  @Test func `is the refusal of the update if the files show it`() async throws {
    let world = try PatchWorld()
    var files = try #require(world.files(of: "4.9.2 3.0.0 to 3.1.0"))
    files[".yarnrc.yml"] = nil
    let yarn = world.yarn(offering: ["3.0.0", "3.1.0"])
    let (release, lines) = try await prospect(files, yarn, "typescript", "3.1.0")
    let reason =
      "gets a patch of Yarn's own, and no file says which version of Yarn the project uses; "
      + "state the version as packageManager in package.json"
    #expect(release.heldBack == reason && release.untested == nil)
    #expect(lines.last == "A newer version of typescript can't be locked: it \(reason).")
  }

  @Test(arguments: [
    ("resolve", "1.1.6", "1.1.7", "dependencies"), ("typescript", "2.8.0", "2.9.2", "dependencies"),
    ("fsevents", "2.3.2", "2.3.3", "optionalDependencies"),
    ("other", "1.0.0", "1.1.0", "dependencies"),
  ])
  func `is good if nothing has to be proven`(
    name: String, old: String, new: String, section: String
  ) async throws {
    let manifest = "{\"name\": \"app\", \"\(section)\": {\"\(name)\": \"^\(old)\"}}"
    let platform = name == "fsevents" ? ": os darwin" : ""
    var world = try await World(
      "\(name) \(old)\(platform)", ["package.json": manifest, "yarn.lock": ""], yarn: "4.17.0"
    ).after(.install)
    world = World(
      "\(name) \(old)\(platform)\n\(name) \(new)\(platform)", world.files, yarn: "4.17.0")
    let (release, lines) = try await prospect(world.files, world.yarn, name, new)
    #expect(release.heldBack == nil && release.untested == nil)
    // Other versions of the rest have patches that change them.
    let isCertain = ["fsevents", "other"].contains(name)
    #expect(lines.contains { $0.contains("can be locked") } != isCertain)
  }

  @Test func `of any package is a refusal if Yarn 4 compresses it`() async throws {
    let manifest = #"{"name": "app", "dependencies": {"a": "^1.0.0"}}"#
    var world = try await World(
      "a 1.0.0", ["package.json": manifest, "yarn.lock": ""], yarn: "4.17.0"
    ).after(.install)
    world.files[".yarnrc.yml"] = "compressionLevel: mixed\n"
    world = World("a 1.0.0\na 1.1.0", world.files, yarn: "4.17.0")
    let (release, _) = try await prospect(world.files, world.yarn, "a", "1.1.0")
    #expect(
      release.heldBack == "has to be compressed for compressionLevel mixed, "
        + "and martlet doesn't compute the checksum")
  }

  /// Returns a release of a package, and the sentences of `why`.
  private func prospect(
    _ files: [String: String], _ yarn: YarnEcosystem, _ name: String, _ version: String
  ) async throws -> (Release, [String]) {
    let tree = SourceTree(name: "project", files: files)
    let project = try #require(yarn.discover(in: tree.paths).first)
    let opened = try await yarn.open(project, in: tree)
    let dependency = try #require(try await opened.dependencies().first { $0.name == name })
    let releases = try await opened.releases(of: dependency)
    let release = try #require(releases.first { $0.version == version })
    return (release, try await opened.explain(name, version: nil))
  }
}
