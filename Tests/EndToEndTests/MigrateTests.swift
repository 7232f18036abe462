import Foundation
import JSON
import TestSupport
import Testing

/// An app with three pods in `app`, their repositories in `upstream`, and a CDN of podspecs.
///
/// Kit needs Base, and so does its package; Legacy has no package.
private struct PodScene {
  let folder: Folder
  let server: LoopbackServer

  /// The locked versions, and what the podspecs have besides name, version and source.
  private static let pods = [
    "Base": ("1.0.0", ""), "Kit": ("1.2.0", #", "dependencies": {"Base": ["~> 1.0"]}"#),
    "Legacy": ("0.9.0", ""), "Log": ("2.0.1", ""),
  ]

  init() async throws {
    folder = try Folder()
    server = try LoopbackServer { request in
      let parts = request.path.split(separator: "/").map(String.init)
      switch parts.last {
      case "CocoaPods-version.yml": return .text("last: 1.16.2\n")
      case "all_pods_versions.txt":
        return .text(Self.pods.map { "\($0.key)/\($0.value.0)\n" }.sorted().joined())
      default: break
      }
      guard parts.count == 4, let (version, more) = Self.pods[parts[1]], parts[2] == version else {
        return .text("", status: 404)
      }
      return .text(
        """
        {"name": "\(parts[1])", "version": "\(version)"\(more), "source":
          {"git": "https://git.example.com/pods/\(parts[1]).git", "tag": "\(version)"}}
        """)
    }
    try write()
    for (name, version, package) in [
      ("Base", "1.0.0", Self.library("Base")), ("Base", "1.4.0", Self.library("Base")),
      ("Kit", "1.2.0", Self.library("Kit", needing: "Base")), ("Legacy", "0.9.0", nil),
      ("Log", "2.0.1", Self.library("Log")), ("Log", "2.3.0", Self.library("Log")),
    ] {
      try await tag(name, version, package)
    }
  }

  private func write() throws {
    try folder.write(
      """
      cache: \(folder.path)/cache
      mirrors:
        - {from: "https://cdn.cocoapods.org/", to: "\(server.url("/"))"}
        - {from: "https://git.example.com/pods/", to: "file://\(folder.path)/upstream/"}
      network: {allow-private: [127.0.0.1]}

      """, to: "martlet.yml")
    try folder.write(
      "platform :ios, '13.0'\n\ntarget 'App' do\n  pod 'Kit', '~> 1.2'\n  pod 'Log'\n"
        + "  pod 'Legacy' # until 2027\nend\n", to: "app/Podfile")
    let zeros = String(repeating: "0", count: 40)
    let names = Self.pods.keys.sorted()
    try folder.write(
      "PODS:\n  - Base (1.0.0)\n  - Kit (1.2.0):\n    - Base (~> 1.0)\n  - Legacy (0.9.0)\n"
        + "  - Log (2.0.1)\n\nDEPENDENCIES:\n  - Kit (~> 1.2)\n  - Legacy\n  - Log\n\n"
        + "SPEC REPOS:\n  trunk:\n" + names.map { "    - \($0)\n" }.joined()
        + "\nSPEC CHECKSUMS:\n" + names.map { "  \($0): \(zeros)\n" }.joined()
        + "\nPODFILE CHECKSUM: \(zeros)\n\nCOCOAPODS: 1.16.2\n", to: "app/Podfile.lock")
    try folder.write(Self.project, to: "app/App.xcodeproj/project.pbxproj")
  }

  /// Commits a manifest and tags it.
  private func tag(_ name: String, _ version: String, _ package: String?) async throws {
    let script = """
      mkdir -p "$0"; cd "$0"
      [ -d .git ] || git init -q --initial-branch=main
      if [ -n "$2" ]; then printf '%s' "$2" > Package.swift; git add Package.swift; fi
      git -c user.name=Ann -c user.email=ann@acme.dev commit -q --allow-empty -m "$1"
      git tag "$1"
      """
    let words = ["/bin/sh", "-ec", script, "\(folder.path)/upstream/\(name)", version]
    try #require(await ChildProcess(words + [package ?? ""]).end() == 0)
    // The address ends with .git.
    let link = "\(folder.path)/upstream/\(name).git"
    if !FileManager.default.fileExists(atPath: link) {
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: "\(folder.path)/upstream/\(name)/.git")
    }
  }

  private static func library(_ name: String, needing other: String? = nil) -> String {
    let package = other.map {
      ".package(url: \"https://git.example.com/pods/\($0).git\", from: \"1.0.0\")"
    }
    return """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(
        name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
        dependencies: [\(package ?? "")],
        targets: [.target(name: "\(name)", dependencies: [\(other.map { "\"\($0)\"" } ?? "")])])

      """
  }

  private static let project = """
    // !$*UTF8*$!
    {
    \tobjectVersion = 54;
    \tobjects = {
    \t\tA1 = {
    \t\t\tisa = PBXFrameworksBuildPhase;
    \t\t\tfiles = (
    \t\t\t);
    \t\t};
    \t\tA2 = {
    \t\t\tisa = PBXNativeTarget;
    \t\t\tbuildPhases = (
    \t\t\t\tA1,
    \t\t\t);
    \t\t\tname = App;
    \t\t};
    \t\tA3 = {
    \t\t\tisa = PBXProject;
    \t\t\ttargets = (
    \t\t\t\tA2,
    \t\t\t);
    \t\t};
    \t};
    \trootObject = A3;
    }

    """

  func martlet(_ words: String...) async throws -> Program.Outcome {
    try await Program.run(words + ["--config", "martlet.yml"], in: folder.path)
  }
}

@Suite struct `A migration` {
  /// The commands of the page, with the output that it shows.
  private static func page() throws -> [(command: String, output: String)] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = root.appendingPathComponent("docs/migrate.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    var commands: [(command: String, output: String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("    $ martlet ") {
        commands.append((String(line.dropFirst("    $ martlet ".count)), ""))
      } else if line.hasPrefix("    "), !commands.isEmpty {
        commands[commands.count - 1].output += line.dropFirst(4) + "\n"
      }
    }
    return commands
  }

  @Test func `runs as its page says`() async throws {
    let scene = try await PodScene()
    let commands = try Self.page()
    #expect(commands.count == 4)
    for (command, output) in commands {
      let words = command.split(separator: " ").map(String.init)
      let outcome = try await Program.run(words, in: scene.folder.path)
      #expect(outcome.code == 0, "\(command): \(outcome.error)")
      #expect(outcome.out.hasPrefix(output), "\(outcome.out)")
    }
    let podfile = try scene.folder.read("app/Podfile")
    #expect(
      podfile == "platform :ios, '13.0'\n\ntarget 'App' do\n  pod 'Legacy' # until 2027\nend\n")
  }

  @Test func `writes nothing without --apply, and prints one document`() async throws {
    let scene = try await PodScene()
    let before = try scene.folder.read("app/Podfile.lock")
    let outcome = try await scene.martlet("migrate", "cocoapods", "app", "--json")
    let migration = try outcome.document()["migrations"]?[0]
    #expect(migration?["order"] == [["Kit"], ["Log"]])
    #expect(migration?["applied"] == .null)
    let rows = migration?["dependencies"]
    #expect(rows?[0]?["packageRequirement"]?["kind"] == "upToNextMajorVersion")
    #expect(rows?[1]?["obstacles"]?[0]?["kind"] == "no-manifest")
    #expect(try scene.folder.read("app/Podfile.lock") == before)
  }

  @Test func `keeps all versions, and martlet agrees with the result`() async throws {
    let scene = try await PodScene()
    #expect(try await scene.martlet("migrate", "cocoapods", "app", "--apply").code == 0)
    let resolved = try scene.folder.read(
      "app/App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved")
    let pins = try Document(Array(resolved.utf8), named: "Package.resolved").root["pins"]
    let versions = pins?.elements.map { $0["state"]?["version"]?.string }
    #expect(versions == ["1.0.0", "1.2.0", "2.0.1"])
    let again = try await scene.martlet("lock", "app")
    #expect(again.out == "nothing to do\n", "\(again.out) \(again.error)")
  }

  @Test(
    arguments: [
      (["migrate", "cocoapods", "app", "Nothing", "--apply"], 2),
      (["migrate", "cocoapods", "app", "Kit"], 2), (["migrate", "carthage", "app"], 2),
      (["migrate", "cocoapods", "app", "Legacy", "--apply"], 3), (["migrate"], 2),
    ] as [([String], Int32)]) func `ends with the code of the problem`(words: [String], code: Int32)
    async throws
  {
    let scene = try await PodScene()
    let before = try scene.folder.read("app/Podfile")
    let outcome = try await Program.run(
      words + (words.count > 1 ? ["--config", "martlet.yml"] : []), in: scene.folder.path)
    #expect(outcome.code == code, "\(outcome.error)")
    #expect(try scene.folder.read("app/Podfile") == before)
  }

  @Test func `is suggested by check for pods that are newer as packages`() async throws {
    let scene = try await PodScene()
    let outcome = try await scene.martlet("check", "app", "--json")
    let rows = try outcome.document()["dependencies"]?.array ?? []
    let found = rows.filter { $0["elsewhere"] != nil }
    #expect(found.map { $0["name"] } == ["Log"])
    #expect(found.first?["elsewhere"]?["version"] == "2.3.0")
    let text = try await scene.martlet("check", "app").out
    #expect(
      text.contains(
        "Log: its newest release, 2.3.0, is only on SwiftPM; CocoaPods trunk has 2.0.1"))
  }
}
