import Foundation
import JSON
import TestSupport

/// A repository `acme/app` on a fake GitHub that uses tags of other repositories and of images.
struct TagScene {
  let fake: FakeHost
  let folder: Folder
  let registry: ImageServer
  /// The commits of the tags by repository.
  private(set) var tags: [String: [String: String]] = [:]

  /// Publishes `libraries`, each a repository with versions that also have a short tag, and `images`.
  ///
  /// - Parameters:
  ///   - libraries: the versions by repository.
  ///   - images: the tags by name.
  ///   - file: the test file; each has a fake of its own.
  /// - Throws: what the fake refuses.
  init(
    _ libraries: [String: [String]] = [:], images: [String: [String]] = [:],
    file: String = #fileID
  ) async throws {
    fake = try await FakeHost.fresh(for: file)
    registry = try ImageServer(images)
    for (name, versions) in libraries { tags[name] = try await fake.publishTags(name, versions) }
    folder = try Folder([
      "martlet.yml": """
      state: sqlite:martlet.db
      cache: cache
      forges:
        - {name: hub, kind: github, url: "\(fake.url)", token: "${env:TOKEN}", repositories: [acme/app]}
      registries:
        - {type: docker-registry, url: "\(registry.url)", username: bot, password: "${env:PASSWORD}"}
      mirrors:
        - {from: "https://github.com/", to: "\(fake.url)/"}
        - {from: "https://api.github.com/", to: "\(fake.url)/"}
        - {from: "https://registry-1.docker.io/", to: "\(registry.url)/"}
        - {from: "https://ghcr.io/", to: "\(registry.url)/"}

      """
    ])
  }

  /// Commits the files of `acme/app` with a `dependabot.yml` that has one entry for each ecosystem.
  func found(
    _ files: [String: String], for ecosystems: String..., rules: String = ""
  ) async throws {
    let lines = rules.split(separator: "\n").map { "    \($0)\n" }.joined()
    let entries = ecosystems.map { word in
      """
        - package-ecosystem: \(word)
          directory: /
          schedule: {interval: weekly}
          cooldown: {default-days: 0}

      """ + lines
    }
    var all = files
    all[".github/dependabot.yml"] = "version: 2\nupdates:\n" + entries.joined()
    try await fake.found("acme/app", all)
  }

  func martlet(_ words: String...) async throws -> Program.Outcome {
    try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path,
      environment: ["TOKEN": "github_pat_fixed", "PASSWORD": "secret"])
  }

  /// The open pull requests by title, each with a file on its branch.
  func pulls(_ path: String) async throws -> [String: String] {
    let state = try await fake.state("acme/app")
    let open = (state["prs"]?.array ?? []).filter { $0["state"] == "open" }
    return Dictionary(
      uniqueKeysWithValues: open.map { pull in
        let branch = pull["head"]?.string ?? ""
        return (pull["title"]?.string ?? "", state["files"]?[branch]?[path]?.string ?? "")
      })
  }

  /// The bodies of the open pull requests.
  func bodies() async throws -> [String] {
    let all = try await fake.state("acme/app")["prs"]?.array ?? []
    return all.filter { $0["state"] == "open" }.compactMap { $0["body"]?.string }
  }

  /// The number of requests that changed something.
  func writes() async throws -> Int {
    let all = try await fake.control("requests").array ?? []
    return all.filter { $0["mutating"]?.bool == true }.count
  }
}

extension FakeHost {
  /// Publishes versions `v1.2.3`, each with release notes, and moves the short tag `v1` to them.
  fileprivate func publishTags(
    _ name: String, _ versions: [String]
  ) async throws -> [String: String] {
    let releases = versions.map { version -> Value in
      [
        "version": .string(version), "notes": .string("notes of \(version)"),
        "date": "2026-01-02T00:00:00Z", "files": ["action.yml": .string("name: \(version)\n")],
      ]
    }
    let answer = try await control(
      "upstream", ["full_name": .string(name), "versions": .array(releases)])
    var tags: [String: String] = [:]
    for version in versions {
      let commit = answer["tags"]?["v\(version)"]?.string ?? ""
      let short = "v\(version.prefix { $0 != "." })"
      try await control(
        "tag", ["repo": .string(name), "tag": .string(short), "ref": .string(commit)])
      tags["v\(version)"] = commit
      tags[short] = commit
    }
    return tags
  }
}
