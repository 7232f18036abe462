import Archives
import Crypto
import Ecosystem
import HTTP
import JSON
import TestSupport
import Text

@testable import JavaScript
@testable import Yarn

/// A registry and a repository in a few lines.
///
///     World("""
///       a 1.0.0: b ^1.0.0, optional c *, peer d 1.x
///       b 1.0.0
///       """, ["package.json": ...])
struct World {
  var registry: InventedPackages
  var files: [String: String]
  var toolchain = Toolchain()

  /// Reads the registry's packages, one version a line, oldest first; the last is `latest`.
  init(_ packages: String, _ files: [String: String], yarn: String? = nil) {
    self.files = files
    if let yarn { toolchain[.yarn] = yarn }
    registry = InventedPackages(packages) { Digest(.sha1, of: $0).hexadecimal }
  }

  private var client: Client {
    Client { [registry] request in
      let name = String(request.url.dropFirst("https://registry.npmjs.org/".count))
      if name.hasSuffix(".tgz") { return Response(status: 200, body: Self.tarball) }
      let body = registry[escaped: name].map { Array($0.text(.compact).utf8) }
      return Response(status: body == nil ? 404 : 200, body: body ?? [])
    }
  }

  /// A gzip file with an empty archive, not compressed.
  private static let tarball: [UInt8] = {
    let content = [UInt8](repeating: 0, count: 1024)
    let crc = Gzip.checksum(content)
    let trailer = [crc, 1024].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1, 0, 4, 255, 251] + content + trailer
  }()

  var yarn: YarnEcosystem { YarnEcosystem(http: client, toolchain: toolchain) }

  var tree: SourceTree { SourceTree(name: "project", files: files) }

  /// The first project, opened.
  func open() async throws -> any OpenProject {
    guard let project = yarn.discover(in: tree.paths).first else {
      throw Problem(.failed, "no project")
    }
    return try await yarn.open(project, in: tree)
  }

  /// The world after a change.
  func after(_ goal: Goal) async throws -> World {
    var world = self
    for file in try await open().change(toward: goal).files {
      world.files[file.path] = file.after.map { String(decoding: $0, as: UTF8.self) }
    }
    return world
  }

  /// The lock in short, sorted: `a@^1.0.0 1.2.0`.
  var locked: [String] {
    guard let text = files["yarn.lock"],
      let lock = try? ClassicLock(SourceText(file: "yarn.lock", text))
    else { return [] }
    return lock.patterns.map { "\($0) \(lock[$0]?.version ?? "")" }.sorted()
  }
}

extension Goal {
  static let install = Goal.lock(LockOptions())

  static func update(_ name: String, _ version: String? = nil) -> Goal {
    .update([Goal.Target(name: name, version: version)], UpdateOptions())
  }
}
