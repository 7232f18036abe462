import Crypto
import Ecosystem
import HTTP
import JSON
import TestSupport
import Text
import Time

@testable import Bun
@testable import JavaScript

/// A registry and a repository in a few lines.
///
///     World("""
///       a 1.0.0: b ^1.0.0, optional c *, peer d 1.x
///       b 1.0.0
///       """, ["package.json": ...])
struct World {
  var registry: InventedPackages
  var files: [String: String]
  var now = Timestamp.now()

  /// Reads the registry's packages, one version a line, oldest first; the last is `latest`.
  init(_ packages: String, _ files: [String: String]) {
    self.files = files
    registry = InventedPackages(packages) { Digest(.sha1, of: $0).hexadecimal }
  }

  /// A world whose root has these dependencies.
  init(_ packages: String, dependencies: [String: String]) {
    let members = dependencies.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }
    self.init(
      packages,
      ["package.json": "{\"name\": \"x\", \"dependencies\": {\(members.joined(separator: ", "))}}"])
  }

  private var client: Client {
    Client { [registry] request in
      let name = String(request.url.dropFirst("https://registry.npmjs.org/".count))
      let body = registry[escaped: name].map { Array($0.text(.compact).utf8) }
      return Response(status: body == nil ? 404 : 200, body: body ?? [])
    }
  }

  var bun: BunEcosystem {
    BunEcosystem(http: client, now: { [now] in now })
  }

  var tree: SourceTree { SourceTree(name: "project", files: files) }

  /// The first project, opened.
  func open() async throws -> any OpenProject {
    guard let project = bun.discover(in: tree.paths).first else {
      throw Problem(.failed, "no project")
    }
    return try await bun.open(project, in: tree)
  }

  /// The world after a change.
  func after(_ goal: Goal) async throws -> World {
    var world = self
    for file in try await open().change(toward: goal).files {
      world.files[file.path] = file.after.map { String(decoding: $0, as: UTF8.self) }
    }
    return world
  }

  /// The world with another manifest of the root.
  func with(_ manifest: String) -> World {
    var world = self
    world.files["package.json"] = manifest
    return world
  }

  /// The problem of a change; nil if it succeeds.
  func problem(_ goal: Goal) async -> Problem? {
    do {
      _ = try await open().change(toward: goal)
      return nil
    } catch {
      return error as? Problem
    }
  }

  /// The places of the lock with their packages, in its order: `a a@1.0.0`.
  var locked: [String] {
    guard let text = files["bun.lock"],
      let lock = try? BunLock(SourceText(file: "bun.lock", text))
    else { return [] }
    return lock.packages.map { "\($0.path) \($0.package)" }
  }
}

extension Goal {
  static let install = Goal.lock(LockOptions())
  static let all = Goal.updateAll(UpdateOptions())

  static func update(_ name: String, _ version: String? = nil) -> Goal {
    .update([Goal.Target(name: name, version: version)], UpdateOptions())
  }
}
