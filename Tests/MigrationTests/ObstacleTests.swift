import Ecosystem
import Testing

@testable import Migration

/// What a pod's podspec and its repository's manifest say, and what prevents the move.
@Suite struct `What stands in the way` {
  @Test(
    arguments: [
      ("", library("Kit"), []),
      ("", "", ["no-manifest"]),
      ("", library("Kit", tools: "9.0"), ["tools-too-new"]),
      ("", library("Kit", tools: "3.1"), ["no-manifest"]),
      ("", library("Kit", platforms: ".iOS(.v12), .macOS(.v10_15)"), []),
      ("", library("Kit", platforms: ".iOS(.v15)"), ["platform-too-low"]),
      ("", library("Kit", platforms: ".iOS(\"13.1\")"), ["platform-too-low"]),
      (#""resources": "a.png""#, library("Kit"), ["resources"]),
      (#""resources": []"#, library("Kit"), []),
      (#""ios": {"resource_bundles": {"Kit": ["a.png"]}}"#, library("Kit"), ["resources"]),
      (
        #""resource_bundles": {"Kit": ["a.png"]}"#,
        library("Kit", target: ", resources: [.process(\"a.png\")]"), []
      ),
      (#""vendored_frameworks": "Kit.framework""#, library("Kit"), ["vendored-binaries"]),
      (#""prepare_command": "make""#, library("Kit"), ["prepare-command"]),
      (
        #""script_phases": [{"name": "Make", "script": "make"}]"#, library("Kit"), ["script-phases"]
      ),
      (#""module_name": "AcmeKit""#, library("Kit"), ["other-module"]),
      (#""source": {"http": "https://example.com/kit.zip"}"#, library("Kit"), ["not-git"]),
      (
        #""source": {"git": "https://example.com/acme/Kit.git", "branch": "main"}"#, library("Kit"),
        ["no-version-tag"]
      ),
      (
        #""source": {"git": "https://example.com/acme/Kit.git", "tag": "2.0.0"}"#, library("Kit"),
        ["no-version-tag"]
      ),
      ("", library("Other"), ["other-module"]),
    ] as [(String, String, [String])]) func `is named`(
      podspec: String, manifest: String, obstacles: [String]
    ) async throws
  {
    var app = AppScene("  pod 'Kit', '~> 1.2'\n", locked: ["Kit (1.2.0)"])
    app.pods["Kit 1.2.0"] = podspec
    app.repositories["Kit"] = ["1.2.0": manifest]
    #expect(try await app.obstacles() == obstacles.map { "Kit \($0)" })
  }

  @Test(
    arguments: [
      ("pod 'Kit', '~> 1.2', :configurations => ['Debug']", ["configurations"]),
      ("%w[Kit].each { |name| pod name, '~> 1.2' }", ["computed-line"]),
      ("pod('Kit', '~> 1.2') if true", ["computed-line"]),
      ("pod 'Kit', '!= 1.0'", ["requirement"]),
      ("pod 'Kit', '1.2.0' # the newest", []),
    ] as [(String, [String])]) func `is named for lines of the Podfile`(
      line: String, obstacles: [String]
    ) async throws
  {
    let app = AppScene("  \(line)\n", locked: ["Kit (1.2.0)"])
    #expect(try await app.obstacles() == obstacles.map { "Kit \($0)" })
  }

  @Test func `a subspec needs a product of its name`() async throws {
    var app = AppScene("  pod 'Kit/UI'\n", locked: ["Kit/UI (1.2.0)"])
    app.pods["Kit 1.2.0"] =
      #""subspecs": [{"name": "UI"}, {"name": "Net"}], "default_subspecs": "Net""#
    #expect(try await app.obstacles() == ["Kit no-matching-product"])
    app.repositories["Kit"] = [
      "1.2.0": library("Kit").replacing(
        "products: [", with: "products: [.library(name: \"KitUI\", targets: [\"Kit\"]), ")
    ]
    #expect(try await app.obstacles() == [])
  }

  @Test(arguments: [("1.2.1", ["1.2.0", "1.2.1"]), ("1.2.0", []), ("v1.2.0", [])])
  func `a tag with another version than the lock's is noted`(
    tag: String, versions: [String]
  ) async throws {
    var app = AppScene("  pod 'Kit'\n", locked: ["Kit (1.2.0)"])
    app.pods["Kit 1.2.0"] =
      #""source": {"git": "https://example.com/acme/Kit.git", "tag": "\#(tag)"}"#
    app.repositories["Kit"] = [tag: library("Kit")]
    let row = try #require(try await app.migration().plan()["Kit"])
    let note = row.candidate.notes.first { $0.contains("the lock has") }
    #expect((note != nil) == !versions.isEmpty)
    #expect(versions.allSatisfy { note?.contains($0) == true })
  }

  @Test func `a repository that doesn't respond is unknown, not a no`() async throws {
    var app = AppScene("  pod 'Kit'\n", locked: ["Kit (1.2.0)"])
    app.silent = ["Kit"]
    let row = try #require(try await app.migration().plan()["Kit"])
    #expect(row.status == .unknown && row.obstacles.isEmpty)
    #expect(row.problem?.kind == .failed)
  }

  @Test func `a manifest that isn't evaluated is unknown`() async throws {
    var app = AppScene("  pod 'Kit'\n", locked: ["Kit (1.2.0)"])
    app.repositories["Kit"] = ["1.2.0": library("Kit").replacing("\"Kit\"]", with: "read()]")]
    let row = try #require(try await app.migration().plan()["Kit"])
    #expect(row.status == .unknown && row.problem?.kind == .refused)
  }

  @Test func `a folder of the repository stays`() async throws {
    var app = AppScene("  pod 'Kit', :path => 'Kit'\n", locked: ["Kit (1.2.0)"])
    app.files["Podfile.lock"] = app.lock.replacing(
      "\nSPEC REPOS:\n  trunk:\n    - Kit\n", with: "\nEXTERNAL SOURCES:\n  Kit:\n    :path: Kit\n")
    #expect(try await app.obstacles() == ["Kit local-folder"])
  }

  @Test func `a target without an Xcode project keeps its pods`() async throws {
    var app = AppScene("  pod 'Kit'\n", locked: ["Kit (1.2.0)"])
    app.files["B.xcodeproj/project.pbxproj"] = plainProject
    #expect(try await app.obstacles() == ["Kit no-target"])
  }
}

@Suite struct `The requirement` {
  @Test(
    arguments: [
      ("'~> 1.2'", "1.2.3", "upToNextMajorVersion 1.2.0"),
      ("'~> 1.2.1'", "1.2.3", "upToNextMinorVersion 1.2.1"),
      ("'~> 1'", "1.2.3", "upToNextMajorVersion 1.0.0"),
      ("'~> 0.5'", "0.6.0", "upToNextMajorVersion 0.5.0"),
      ("'1.2.3'", "1.2.3", "exactVersion 1.2.3"),
      ("'= 1.2'", "1.2", "exactVersion 1.2.0"),
      ("'>= 1.2', '< 3'", "2.0.0", "versionRange 3.0.0 1.2.0"),
      ("'< 3'", "2.0.0", "versionRange 3.0.0 0.0.0"),
      ("'<= 2.0'", "2.0.0", "versionRange 2.0.1 0.0.0"),
      ("'>= 1.2'", "2.5.0", "upToNextMajorVersion 2.5.0"),
      ("", "2.5.0", "upToNextMajorVersion 2.5.0"),
      ("'~> 1.2', '>= 1.4'", "1.5.0", "upToNextMajorVersion 1.4.0"),
      ("'~> 1.2-beta'", "1.2.0", "upToNextMajorVersion 1.2.0-beta"),
      ("'~> 1.2.3.4'", "1.2.3", nil),
      ("'> 1.2'", "1.3.0", nil),
    ] as [(String, String, String?)]) func `of a pod is converted`(
      written: String, version: String, result: String?
    ) async throws
  {
    let line = written.isEmpty ? "pod 'Kit'" : "pod 'Kit', \(written)"
    let app = AppScene("  \(line)\n", locked: ["Kit (\(version))"])
    let row = try #require(try await app.migration().plan()["Kit"])
    let fields = row.requirement?.fields.map(\.value).joined(separator: " ")
    #expect(fields == result)
  }
}
