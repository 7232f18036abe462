import CocoaPods
import Ecosystem
import Git
import HTTP
import SwiftPM
import Testing
import Text

@testable import Migration

/// An app with pods: repositories with podspecs and manifests, a Podfile, and an Xcode project.
///
///     var app = AppScene("pod 'Kit', '~> 1.2'", locked: ["Kit (1.2.0)"])
///     app.pods["Kit 1.2.0"] = #""platforms": {"ios": "12.0"}"#
///     app.repositories["Kit"] = ["1.2.0": library("Kit")]
///
/// A pod is published on trunk; its sources are in `https://example.com/acme/NAME.git`, at a tag of
/// its version. A repository that isn't listed doesn't exist.
struct AppScene {
  /// The `pod` lines of the target App.
  var lines: String
  /// The entries of `PODS`.
  var locked: [String]
  /// More members of the podspecs, by name and version.
  var pods: [String: String] = [:]
  /// The manifests by repository and tag; an empty text is a commit without one.
  var repositories: [String: [String: String]] = [:]
  /// Further files of the app, which replace the standard ones.
  var files: [String: String] = [:]
  /// The repositories that don't respond.
  var silent: Set<String> = []

  init(_ lines: String, locked: [String]) {
    self.lines = lines
    self.locked = locked
    for entry in locked {
      let words = entry.split(separator: "\n")[0].filter { !"():".contains($0) }
        .split(separator: " ").map(String.init)
      let name = String(words[0].prefix { $0 != "/" })
      let version = words[1]
      pods["\(name) \(version)"] = ""
      repositories[name] = [version: library(name)]
    }
  }

  static let base = "https://example.com/acme/"

  var podfile: String {
    "platform :ios, '13.0'\n\ntarget 'App' do\n  use_frameworks!\n\(lines)end\n"
  }

  /// The lock that CocoaPods would have written, with wrong checksums.
  var lock: String {
    let names = locked.map { String($0.prefix { !" /".contains($0) }) }
    let roots = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let direct = lines.split(separator: "\n").compactMap { line -> String? in
      let parts = line.split(separator: "'").map(String.init)
      guard line.contains("pod '"), parts.count > 1 else { return nil }
      return parts.count > 3 && !line.contains(":") ? "\(parts[1]) (\(parts[3]))" : parts[1]
    }
    return "PODS:\n" + locked.map { "  - \($0)\n" }.joined()
      + "\nDEPENDENCIES:\n" + direct.sorted().map { "  - \($0)\n" }.joined()
      + "\nSPEC REPOS:\n  trunk:\n" + roots.sorted().map { "    - \($0)\n" }.joined()
      + "\nSPEC CHECKSUMS:\n"
      + roots.sorted().map { "  \($0): \(String(repeating: "0", count: 40))\n" }.joined()
      + "\nPODFILE CHECKSUM: \(String(repeating: "0", count: 40))\n\nCOCOAPODS: 1.16.2\n"
  }

  var tree: SourceTree {
    let standard = [
      "Podfile": podfile, "Podfile.lock": lock, "App.xcodeproj/project.pbxproj": plainProject,
    ]
    return SourceTree(name: "app", files: standard.merging(files) { $1 })
  }

  var http: HTTP.Client {
    HTTP.Client { [pods] request in
      let path = String(request.url.dropFirst("https://cdn.cocoapods.org/".count))
      let body = Self.body(path, pods)
      return Response(
        status: body == nil ? 404 : 200, body: Array((body ?? "").utf8), url: request.url)
    }
  }

  private static func body(_ path: String, _ pods: [String: String]) -> String? {
    if path == "CocoaPods-version.yml" { return "last: 1.16.2\n" }
    let keys = pods.keys.sorted().map { $0.split(separator: " ").map(String.init) }
    if path == "all_pods_versions.txt" {
      return Dictionary(grouping: keys, by: { $0[0] }).map { name, keys in
        "\(name)/" + keys.map { $0[1] }.joined(separator: "/")
      }.joined(separator: "\n")
    }
    let parts = path.split(separator: "/").map(String.init)
    guard parts.count == 4, let more = pods["\(parts[1]) \(parts[2])"] else { return nil }
    let source =
      more.contains("\"source\"")
      ? "" : #", "source": {"git": "\#(base)\#(parts[1]).git", "tag": "\#(parts[2])"}"#
    return #"{"name": "\#(parts[1])", "version": "\#(parts[2])"\#(source)"#
      + (more.isEmpty ? "" : ", " + more) + "}"
  }

  var git: Git.Client {
    Git.Client(
      references: { [repositories, silent] (remote) throws(GitError) in
        let name = Self.name(of: remote)
        if silent.contains(name) { throw GitError(.timedOut, subject: remote) }
        guard let tags = repositories[name] else { throw GitError(.notFound, subject: remote) }
        return tags.keys.sorted().map { tag in
          let prefix = tag.contains("heads/") ? "refs/" : "refs/tags/"
          return Reference(name: prefix + tag, commit: Self.commit(name, tag))
        }
      },
      files: { [repositories] (remote, reference, select) throws(GitError) in
        let name = Self.name(of: remote)
        let tag = repositories[name]?.keys.first { Self.commit(name, $0) == reference.commit }
        guard let text = tag.flatMap({ repositories[name]?[$0] }), !text.isEmpty,
          select("Package.swift")
        else { return [:] }
        return ["Package.swift": Array(text.utf8)]
      })
  }

  private static func name(of remote: String) -> String {
    let last = remote.split(separator: "/").last.map(String.init) ?? remote
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  /// The commit that stands for a tag: 40 digits made of its name.
  static func commit(_ name: String, _ tag: String) -> String {
    let digits = "\(name)@\(tag)".utf8.map { String($0 % 16, radix: 16) }.joined()
    return String((digits + String(repeating: "0", count: 40)).prefix(40))
  }
}

extension AppScene {
  func migration() async throws -> ProjectMigration {
    let cocoapods = CocoaPodsEcosystem(http: http, git: git, toolchain: Toolchain())
    let tree = tree
    let project = try #require(cocoapods.discover(in: tree.paths).first)
    let opened = try await cocoapods.open(project, in: tree)
    return ProjectMigration(
      of: try #require(opened as? any MigratingProject),
      to: SwiftPMEcosystem(http: http, git: git, toolchain: Toolchain()))
  }

  /// What prevents the move of each dependency: `Kit no-manifest`.
  func obstacles() async throws -> [String] {
    try await migration().plan().rows.flatMap { row in
      row.obstacles.map { "\(row.name) \($0.kind.rawValue)" }
        + (row.problem == nil ? [] : ["\(row.name) unknown"])
    }
  }

  /// The changed files as text, by path.
  func moved(_ names: String...) async throws -> [String: String] {
    let migration = try await migration()
    let result = try await migration.apply(try await migration.plan(), names, in: tree)
    let pairs = result.change.files.map { file in
      (file.path, String(decoding: file.after ?? [], as: UTF8.self))
    }
    return Dictionary(pairs) { first, _ in first }
  }
}

/// A manifest with a library, and more arguments.
func library(
  _ name: String, tools: String = "5.9", platforms: String = "", dependencies: [String] = [],
  target: String = ""
) -> String {
  let needs = dependencies.map { ".package(url: \"\(AppScene.base)\($0).git\", from: \"1.0.0\")" }
  return """
    // swift-tools-version:\(tools)
    import PackageDescription

    let package = Package(
      name: "\(name)",
      platforms: [\(platforms)],
      products: [.library(name: "\(name)", targets: ["\(name)"])],
      dependencies: [\(needs.joined(separator: ", "))],
      targets: [.target(
        name: "\(name)",
        dependencies: [\(dependencies.map { "\"\($0)\"" }.joined(separator: ", "))]\(target))]
    )
    """
}

/// A project as Xcode writes it, with one target and without packages.
let plainProject = """
  // !$*UTF8*$!
  {
  \tarchiveVersion = 1;
  \tclasses = {
  \t};
  \tobjectVersion = 50;
  \tobjects = {

  /* Begin PBXBuildFile section */
  \t\t0A0000000000000000000001 /* main.swift in Sources */ = {isa = PBXBuildFile; fileRef = 0A0000000000000000000002 /* main.swift */; };
  /* End PBXBuildFile section */

  /* Begin PBXFileReference section */
  \t\t0A0000000000000000000002 /* main.swift */ = {isa = PBXFileReference; path = main.swift; sourceTree = "<group>"; };
  /* End PBXFileReference section */

  /* Begin PBXFrameworksBuildPhase section */
  \t\t0A0000000000000000000003 /* Frameworks */ = {
  \t\t\tisa = PBXFrameworksBuildPhase;
  \t\t\tbuildActionMask = 2147483647;
  \t\t\tfiles = (
  \t\t\t);
  \t\t\trunOnlyForDeploymentPostprocessing = 0;
  \t\t};
  /* End PBXFrameworksBuildPhase section */

  /* Begin PBXGroup section */
  \t\t0A0000000000000000000004 = {
  \t\t\tisa = PBXGroup;
  \t\t\tchildren = (
  \t\t\t\t0A0000000000000000000002 /* main.swift */,
  \t\t\t);
  \t\t\tsourceTree = "<group>";
  \t\t};
  /* End PBXGroup section */

  /* Begin PBXNativeTarget section */
  \t\t0A0000000000000000000005 /* App */ = {
  \t\t\tisa = PBXNativeTarget;
  \t\t\tbuildConfigurationList = 0A0000000000000000000009;
  \t\t\tbuildPhases = (
  \t\t\t\t0A0000000000000000000003 /* Frameworks */,
  \t\t\t);
  \t\t\tbuildRules = (
  \t\t\t);
  \t\t\tdependencies = (
  \t\t\t);
  \t\t\tname = App;
  \t\t\tproductName = App;
  \t\t\tproductType = "com.apple.product-type.application";
  \t\t};
  /* End PBXNativeTarget section */

  /* Begin PBXProject section */
  \t\t0A0000000000000000000006 /* Project object */ = {
  \t\t\tisa = PBXProject;
  \t\t\tcompatibilityVersion = "Xcode 9.3";
  \t\t\tmainGroup = 0A0000000000000000000004;
  \t\t\tprojectDirPath = "";
  \t\t\tprojectRoot = "";
  \t\t\ttargets = (
  \t\t\t\t0A0000000000000000000005 /* App */,
  \t\t\t);
  \t\t};
  /* End PBXProject section */

  /* Begin XCConfigurationList section */
  \t\t0A0000000000000000000009 = {
  \t\t\tisa = XCConfigurationList;
  \t\t\tbuildConfigurations = (
  \t\t\t);
  \t\t};
  /* End XCConfigurationList section */
  \t};
  \trootObject = 0A0000000000000000000006 /* Project object */;
  }

  """
