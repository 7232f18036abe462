import Ecosystem
import Git
import HTTP

/// Takes projects through everything that reads what strangers wrote.
enum Projects {
  /// Opens the projects of a tree, lists their releases, locks and updates them, and explains `a`.
  ///
  /// - Parameters:
  ///   - files: the tree.
  ///   - description: the ecosystem.
  ///   - custom: the files that an entry describes.
  ///   - bodies: the bodies of HTTP responses by the end of the URL; an empty end is every URL. What
  ///     isn't here is 404.
  ///   - repository: the files of each git repository, which has the tags 1.0.0 and 1.1.0.
  static func exercise(
    _ files: [String: [UInt8]], _ description: EcosystemDescription,
    reading custom: [CustomFiles] = [],
    bodies: [String: [UInt8]] = [:], repository: [String: [UInt8]] = [:]
  ) {
    let tree = Inputs.tree(files)
    let resources = EcosystemResources(http: http(bodies), git: git(repository))
    guard let created = try? description.create(resources) else { return }
    let ecosystem = (created as? any CustomEcosystem)?.reading(custom, in: "/") ?? created
    Inputs.wait {
      for project in ecosystem.discover(in: tree.paths) {
        guard let opened = try? await ecosystem.open(project, in: tree) else { continue }
        await exercise(opened)
      }
    }
  }

  private static func exercise(_ opened: any OpenProject) async {
    _ = opened.toolVersions
    for dependency in ((try? await opened.dependencies()) ?? []).prefix(8) {
      guard let releases = try? await opened.releases(of: dependency) else { continue }
      guard let newest = releases.last else { continue }
      let target = Goal.Target(name: dependency.name, version: newest.version)
      _ = try? await opened.change(toward: .update([target], UpdateOptions()))
    }
    guard let change = try? await opened.change(toward: .lock(LockOptions())) else { return }
    _ = try? await opened.foreignSources(in: change)
    _ = try? await opened.change(toward: .updateAll(UpdateOptions()))
    _ = try? await opened.explain("a", version: "1.1.0")
    _ = try? await opened.directParents(of: "a")
  }

  private static func http(_ bodies: [String: [UInt8]]) -> HTTP.Client {
    HTTP.Client { request in
      let body = bodies.first { request.url.hasSuffix($0.key) }?.value
      return Response(
        status: body == nil ? 404 : 200, headers: ["Docker-Content-Digest": digest],
        body: body ?? [], url: request.url)
    }
  }

  private static let digest = "sha256:" + String(repeating: "0", count: 64)

  private static func git(_ files: [String: [UInt8]]) -> Git.Client {
    Git.Client(
      references: { _ in
        [
          Reference(name: "HEAD", commit: String(repeating: "b", count: 40)),
          Reference(name: "refs/heads/main", commit: String(repeating: "b", count: 40)),
          Reference(name: "refs/tags/1.0.0", commit: String(repeating: "a", count: 40)),
          Reference(name: "refs/tags/1.1.0", commit: String(repeating: "b", count: 40)),
        ]
      },
      files: { _, _, select in files.filter { select($0.key) } })
  }
}
