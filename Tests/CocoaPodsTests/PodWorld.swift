import Ecosystem
import Git
import HTTP
import Testing
import Text

@testable import CocoaPods

/// Pods of CDNs, which all have the same: `"A 1.0": "B ~> 1.0, C"` is a version with its dependencies.
///
/// A name with a slash is a subspec of the same version.
struct PodWorld {
  var pods: [String: String]
  /// The lowest iOS of versions, by default 12.0.
  var platforms: [String: String] = [:]
  /// The only system of versions, by default iOS.
  var systems: [String: String] = [:]
  /// More attributes of podspecs, as members of a JSON object.
  var attributes: [String: String] = [:]

  var http: HTTP.Client {
    HTTP.Client { [self] request in
      let path = request.url.dropFirst("https://".count).drop { $0 != "/" }.dropFirst()
      let body = body(String(path))
      return Response(
        status: body == nil ? 404 : 200, body: Array((body ?? "").utf8), url: request.url)
    }
  }

  private func body(_ path: String) -> String? {
    if path == "CocoaPods-version.yml" { return "last: 1.16.2\n" }
    let keys = pods.keys.sorted().map { $0.split(separator: " ").map(String.init) }
    if path == "all_pods_versions.txt" {
      return Dictionary(grouping: keys, by: { $0[0] }).map { name, keys in
        "\(name)/" + keys.map { $0[1] }.joined(separator: "/")
      }.joined(separator: "\n")
    }
    let parts = path.split(separator: "/")
    guard parts.count == 4, let needs = pods["\(parts[1]) \(parts[2])"] else { return nil }
    let dependencies = needs.split(separator: ",").map { need in
      let words = need.split(separator: " ", maxSplits: 1)
      let requirement = words.count > 1 ? "\"\(words[1])\"" : ""
      return "\"\(words[0])\": [\(requirement)]"
    }
    let platform = platforms["\(parts[1]) \(parts[2])"] ?? "12.0"
    let system = systems["\(parts[1]) \(parts[2])"] ?? "ios"
    let more = attributes["\(parts[1]) \(parts[2])"].map { ", \($0)" } ?? ""
    return """
      {"name": "\(parts[1])", "version": "\(parts[2])", "platforms": {"\(system)": "\(platform)"},
       "dependencies": {\(dependencies.joined(separator: ", "))}\(more)}
      """
  }

  func open(_ files: [String: String]) async throws -> any OpenProject {
    let cocoapods = CocoaPodsEcosystem(http: http, git: .refusing, toolchain: Toolchain())
    let tree = SourceTree(name: "app", files: files)
    return try await cocoapods.open(
      try #require(cocoapods.discover(in: tree.paths).first), in: tree)
  }

  /// Returns the changed files as text, by path.
  func change(_ files: [String: String], toward goal: Goal) async throws -> [String: String] {
    let change = try await open(files).change(toward: goal)
    let pairs = change.files.map { ($0.path, String(decoding: $0.after ?? [], as: UTF8.self)) }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Returns `A 1.0` for each pod of the lock that a Podfile gets.
  func locked(_ lines: String, lock: String? = nil, _ goal: Goal? = nil) async throws -> [String] {
    var files = ["Podfile": Self.podfile(lines)]
    files["Podfile.lock"] = lock
    let written = try await change(files, toward: goal ?? .lock(LockOptions()))
    let text = written["Podfile.lock"] ?? lock ?? ""
    return try PodfileLock(SourceText(file: "Podfile.lock", text)).pods.map {
      "\($0.name) \($0.version)"
    }
  }

  static func podfile(_ lines: String) -> String {
    "platform :ios, '13.0'\ntarget 'App' do\n\(lines)\nend\n"
  }
}

extension Git.Client {
  /// A client that finds no repository.
  static let refusing = Git.Client(
    references: { remote throws(GitError) in throw GitError(.notFound, subject: remote) },
    files: { remote, _, _ throws(GitError) in throw GitError(.notFound, subject: remote) })
}
