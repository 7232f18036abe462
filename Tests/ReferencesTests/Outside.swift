import Ecosystem
import Git
import HTTP
import References
import Testing
import Text
import Versioning

/// A commit hash for a tag.
func commit(_ tag: some StringProtocol) -> String {
  let digits = tag.utf8.map { String($0 % 16, radix: 16) }.joined()
  return "f" + digits + String(repeating: "0", count: 39 - digits.count)
}

/// The digest of an image's tag.
func imageDigest(_ tag: some StringProtocol) -> String {
  "sha256:" + commit(tag) + String(repeating: "0", count: 24)
}

/// The outside: what servers answer, by address.
///
///     Outside(
///       ["https://registry.npmjs.org/lodash": #"{"versions": {"4.17.21": {}}}"#],
///       tags: ["https://github.com/acme/tool": "v1.0.0 v1.1.0"], images: ["node": "20 22"])
struct Outside: Sendable {
  var documents: [String: String] = [:]
  /// The tags of repositories, by address.
  var tags: [String: String] = [:]
  /// The tags of images, by the path behind `/v2/`, without `library/`.
  var images: [String: String] = [:]
  var host: String?

  init(
    _ documents: [String: String] = [:], tags: [String: String] = [:],
    images: [String: String] = [:], host: String? = nil
  ) {
    self.documents = documents
    self.tags = tags
    self.images = images
    self.host = host
  }

  var http: HTTP.Client {
    HTTP.Client { [self] request throws(HTTPError) in
      if let text = documents[request.url] {
        return Response(status: 200, body: Array(text.utf8), url: request.url)
      }
      guard let part = request.url.split(separator: "/v2/").dropFirst().first else {
        return Response(status: 404, url: request.url)
      }
      let path = part.hasPrefix("library/") ? part.dropFirst("library/".count) : part
      for (image, tags) in images where path.hasPrefix(image + "/") {
        let rest = path.dropFirst(image.count + 1)
        if rest.hasPrefix("tags/list") {
          let list = tags.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ",")
          return Response(status: 200, body: Array(#"{"tags":[\#(list)]}"#.utf8))
        }
        let tag = rest.split(separator: "/").last ?? ""
        return Response(
          status: 200, headers: ["Docker-Content-Digest": imageDigest(tag)], body: Array("{}".utf8))
      }
      return Response(status: 404, url: request.url)
    }
  }

  var git: Git.Client {
    Git.Client(
      references: { [tags] remote throws(GitError) in
        guard let list = tags[remote] else { throw GitError(.notFound, subject: remote) }
        let tags = list.split(separator: " ").map { tag in
          Reference(name: "refs/tags/\(tag)", commit: commit(tag))
        }
        return tags + [Reference(name: "refs/heads/main", commit: commit("main"))]
      },
      files: { _, _, _ throws(GitError) in [:] }, times: { _, _ throws(GitError) in [:] })
  }

  var resources: EcosystemResources { EcosystemResources(http: http, git: git) }

  /// Opens the only project of a kind.
  func open(_ kind: ReferenceKind, _ files: [String: String]) async throws -> any OpenProject {
    try await open(ReferenceEcosystem(kind, resources), files)
  }

  func open(
    _ ecosystem: any PackageEcosystem, _ files: [String: String]
  ) async throws -> any OpenProject {
    var tree = SourceTree(name: "app", files: files)
    tree.forge = host
    let projects = ecosystem.discover(in: tree.paths)
    #expect(projects.count == 1)
    return try await ecosystem.open(try #require(projects.first), in: tree)
  }
}

/// The ecosystem of a kind that reads no repositories.
func ecosystem(_ kind: ReferenceKind, _ http: HTTP.Client) -> ReferenceEcosystem {
  let git = Git.Client(references: { _ in [] }, files: { _, _, _ in [:] })
  return ReferenceEcosystem(kind, EcosystemResources(http: http, git: git))
}

extension OpenProject {
  /// The dependencies: `name current`, or `name: why not`.
  func found() async throws -> [String] {
    try await dependencies().map { dependency in
      if let problem = dependency.problem {
        return "\(dependency.name): \(problem.message) at \(position(problem.location))"
      }
      return "\(dependency.id) \(dependency.current ?? "-")"
    }
  }

  /// The newest stable release of each dependency that can be updated: `name: 1.0.0 -> 2.0.0 major`.
  func steps() async throws -> [String] {
    var result: [String] = []
    for dependency in try await dependencies() where dependency.problem == nil {
      let releases = try await releases(of: dependency)
      let newest = releases.last { $0.step != nil && !$0.isPrerelease && $0.heldBack == nil }
      guard let newest, let step = newest.step else { continue }
      result.append(
        "\(dependency.id): \(dependency.current ?? "-") -> \(newest.version) \(step.rawValue)")
    }
    return result
  }

  /// The texts of the edited files when every dependency moves to its newest stable release.
  func updated() async throws -> [String: String] {
    var targets: [Goal.Target] = []
    for dependency in try await dependencies() where dependency.problem == nil {
      let newest = try await releases(of: dependency).last {
        $0.step != nil && !$0.isPrerelease && $0.heldBack == nil
      }
      if let newest { targets.append(dependency.target(newest.version)) }
    }
    let change = try await change(toward: .update(targets, UpdateOptions()))
    return Dictionary(
      uniqueKeysWithValues: change.files.map {
        ($0.path, String(decoding: $0.after ?? [], as: UTF8.self))
      })
  }
}

/// A location as `line:column`.
func position(_ location: Location?) -> String {
  location.map { "\($0.line):\($0.column)" } ?? "-"
}
