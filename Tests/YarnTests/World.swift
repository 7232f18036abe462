import Crypto
import Ecosystem
import HTTP
import JSON
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
  var registry: [String: Value] = [:]
  var files: [String: String]
  var toolchain = Toolchain()

  /// Reads the registry's packages, one version a line, oldest first; the last is `latest`.
  init(_ packages: String, _ files: [String: String], yarn: String? = nil) {
    self.files = files
    if let yarn { toolchain[.yarn] = yarn }
    for line in packages.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      let head = parts[0].split(separator: " ").map(String.init)
      guard head.count == 2 else { continue }
      publish(head[0], head[1], parts.count > 1 ? String(parts[1]) : "")
    }
  }

  private mutating func publish(_ name: String, _ version: String, _ list: String) {
    var document = registry[name]?.object ?? Object([("name", .string(name))])
    var versions = document["versions"]?.object ?? Object()
    var times = document["time"]?.object ?? Object()
    versions[version] = .object(Self.manifest(name, version, list))
    times[version] = "2020-01-01T00:00:00.000Z"
    document["versions"] = .object(versions)
    document["time"] = .object(times)
    document["dist-tags"] = ["latest": .string(version)]
    registry[name] = .object(document)
  }

  private static func manifest(_ name: String, _ version: String, _ list: String) -> Object {
    var result = Object([("name", .string(name)), ("version", .string(version))])
    let sections = ["peer": "peerDependencies", "optional": "optionalDependencies"]
    for item in list.split(separator: ",") {
      let words = item.split(separator: " ").map(String.init)
      guard words.count > 1 else { continue }
      let section = words.count > 2 ? sections[words[0]] ?? "dependencies" : "dependencies"
      var specs = result[section]?.object ?? Object()
      specs[words[words.count - 2]] = .string(words[words.count - 1])
      result[section] = .object(specs)
    }
    let base = name.split(separator: "/").last ?? ""
    result["dist"] = [
      "tarball": .string("https://registry.npmjs.org/\(name)/-/\(base)-\(version).tgz"),
      "shasum": .string(Digest(.sha1, of: name + version).hexadecimal),
    ]
    return result
  }

  private var client: Client {
    let registry = registry.mapValues { Array($0.text(.compact).utf8) }
    return Client { request in
      let name = String(request.url.dropFirst("https://registry.npmjs.org/".count))
      if name.hasSuffix(".tgz") { return Response(status: 200, body: Self.tarball) }
      let body = registry[name.replacing("%2f", with: "/")]
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
