import Crypto
import Ecosystem
import HTTP
import JSON
import JavaScript
import TestSupport
import Text

@testable import Pnpm
import Time

/// A registry and a repository in a few lines; see `InventedPackages` for the registry.
///
///     World("a 1.0.0: b ^1.0.0\nb 1.0.0", ["package.json": ...])
///     World("a 1.0.0", [...], pnpm: "8.15.9", tarballs: ["a@1.0.0": ["binding.gyp": ""]])
struct World {
  var registry: InventedPackages
  /// The files in tarballs by `name@version`, by path; those of other packages have none.
  var tarballs: [String: [String: String]]
  var files: [String: String]
  /// The pnpm that the operator states; empty for none.
  var version: String
  /// 1 January 2027.
  var now: Timestamp = 1_798_761_600

  init(
    _ packages: String, _ files: [String: String], pnpm version: String = "10.34.5",
    tarballs: [String: [String: String]] = [:]
  ) {
    registry = InventedPackages(packages) { id in
      let tarball = version.hasPrefix("8.") ? Self.tarball(tarballs[id]) : Array(id.utf8)
      return Digest(.sha1, of: tarball).hexadecimal
    }
    self.tarballs = tarballs
    self.files = files
    self.version = version
  }

  private var client: Client {
    Client { [registry, tarballs] request in
      let name = String(request.url.split(separator: "/", maxSplits: 2).last ?? "")
      let parts = name.split(separator: "/-/")
      if parts.count == 2, let file = parts[1].split(separator: "/").last {
        let base = parts[0].split(separator: "/").last ?? ""
        let id = "\(parts[0])@\(file.dropFirst(base.count + 1).dropLast(".tgz".count))"
        return Response(status: 200, body: Self.tarball(tarballs[id]))
      }
      let body = registry[escaped: name].map { Array($0.text(.compact).utf8) }
      return Response(status: body == nil ? 404 : 200, body: body ?? [])
    }
  }

  private static func tarball(_ files: [String: String]?) -> [UInt8] {
    let files = (files ?? [:]).sorted { $0.key < $1.key }
    return PackedFiles(files.map { ("package/\($0.key)", $0.value) }).gzip
  }

  /// The first project, opened.
  func open() async throws -> any OpenProject {
    let stated = version.isEmpty ? Toolchain() : Toolchain([.pnpm: version])
    let pnpm = PnpmEcosystem(http: client, toolchain: stated, now: { [now] in now })
    let tree = SourceTree(name: "project", files: files)
    guard let project = pnpm.discover(in: tree.paths).first else {
      throw Problem(.failed, "no project")
    }
    return try await pnpm.open(project, in: tree)
  }

  /// The world after a change.
  func after(_ goal: Goal) async throws -> World {
    var world = self
    for file in try await open().change(toward: goal).files {
      world.files[file.path] = file.after.map { String(decoding: $0, as: UTF8.self) }
    }
    return world
  }

  /// The packages of a resolution in the usual order.
  func resolved(_ aim: ResolverInput.Aim) async throws -> TreeResolver {
    guard let project = try await open() as? JavaScriptProject<PnpmSources> else {
      throw Problem(.failed, "no project")
    }
    let sources = project.sources
    let version = try sources.version(project.ecosystem.toolchain)
    let registry = Registry(client: client, settings: sources.npmrc)
    var driver = ResolutionDriver<DocumentRequest, Result<Packument, LookUpFailure>>(
      subject: "package.json"
    ) { request in await registry.answer(of: request.name, full: request.isFull) }
    var resolver = TreeResolver(try sources.input(aim, version, now: now))
    return try await driver.run(&resolver)
  }

  /// The world with a new registry.
  func with(_ packages: String) -> World {
    var world = World(packages, files, pnpm: version, tarballs: tarballs)
    world.now = now
    return world
  }

  /// The packages of the lock with their peers: `a@1.0.0(b@1.0.0)`.
  var locked: [String] {
    guard let text = files["pnpm-lock.yaml"],
      let document = try? LockDocument(SourceText(file: "pnpm-lock.yaml", text)),
      let lock = try? Lock(document)
    else { return [] }
    return lock.packages.keys.sorted()
  }
}

extension Goal {
  static let install = Goal.lock(LockOptions())

  static func update(_ name: String, _ version: String? = nil) -> Goal {
    .update([Goal.Target(name: name, version: version)], UpdateOptions())
  }
}
