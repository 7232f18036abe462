import Ecosystem
import HTTP
import JSON
import Text

@testable import JavaScript
@testable import NPM

/// A registry and a repository in a few lines.
///
///     World("""
///       a 1.0.0: b ^1.0.0, peer c 1.x, optional d *
///       b 1.0.0
///       """, ["package.json": ...])
struct World {
  var registry: [String: Value] = [:]
  var files: [String: String]
  var toolchain = Toolchain(stating: [.node, .npm])
  /// What the registry answers instead of its documents, by package.
  var answers: [String: Result<Response, HTTPError>] = [:]

  /// Reads the registry's packages, one version a line, oldest first; the last is `latest`.
  init(_ packages: String, _ files: [String: String]) {
    self.files = files
    for line in packages.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      let head = parts[0].split(separator: " ").map(String.init)
      guard head.count == 2 else { continue }
      publish(head[0], head[1], specs: parts.count > 1 ? String(parts[1]) : "")
    }
  }

  private mutating func publish(_ name: String, _ version: String, specs: String) {
    var document = registry[name]?.object ?? Object([("name", .string(name))])
    var versions = document["versions"]?.object ?? Object()
    versions[version] = .object(Self.manifest(name, version, specs))
    document["versions"] = .object(versions)
    document["dist-tags"] = ["latest": .string(version)]
    registry[name] = .object(document)
  }

  /// Changes the registry's manifest of a version.
  mutating func edit(_ name: String, _ version: String, _ change: (inout Object) -> Void) {
    var document = registry[name]?.object ?? Object()
    var versions = document["versions"]?.object ?? Object()
    var manifest = versions[version]?.object ?? Object()
    change(&manifest)
    versions[version] = .object(manifest)
    document["versions"] = .object(versions)
    registry[name] = .object(document)
  }

  private static func manifest(_ name: String, _ version: String, _ specs: String) -> Object {
    var result = Object([("name", .string(name)), ("version", .string(version))])
    for line in specs.split(separator: ",") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 1 else { continue }
      let kinds = [
        "peer": "peerDependencies", "peer?": "peerDependencies",
        "optional": "optionalDependencies",
      ]
      let section = words.count > 2 ? kinds[words[0]] ?? "dependencies" : "dependencies"
      let (dependency, spec) = (words[words.count - 2], words[words.count - 1])
      var specs = result[section]?.object ?? Object()
      specs[dependency] = .string(spec)
      result[section] = .object(specs)
      if words[0] == "peer?" {
        var meta = result["peerDependenciesMeta"]?.object ?? Object()
        meta[dependency] = ["optional": true]
        result["peerDependenciesMeta"] = .object(meta)
      }
    }
    let base = name.split(separator: "/").last ?? ""
    result["dist"] = [
      "tarball": .string("https://registry.npmjs.org/\(name)/-/\(base)-\(version).tgz"),
      "shasum": .string(digest(of: name + version)),
    ]
    return result
  }

  /// Forty hexadecimal digits that depend on the text.
  private static func digest(of text: String) -> String {
    let hash = text.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    let digits = String(hash, radix: 16)
    return String((digits + digits + digits + String(repeating: "0", count: 40)).prefix(40))
  }

  var npm: NPMEcosystem { NPMEcosystem(http: client, toolchain: toolchain) }

  /// The digest of a version, as locks contain it.
  func integrity(of name: String, _ version: String) -> String? {
    registry[name]?["versions"]?[version]?["dist"]?["shasum"]?.string.flatMap(Integrity.ofSHA1)
  }

  /// What the registry answers.
  var client: Client {
    let registry = registry.mapValues { Array($0.text(.compact).utf8) }
    let answers = answers
    return Client { (request) throws(HTTPError) in
      let name = String(request.url.dropFirst("https://registry.npmjs.org/".count))
      switch answers[name] {
      case .success(let response): return response
      case .failure(let error): throw error
      case nil: break
      }
      let body = registry[name.replacing("%2f", with: "/")]
      return Response(status: body == nil ? 404 : 200, body: body ?? [])
    }
  }

  var tree: SourceTree { SourceTree(name: "project", files: files) }

  /// The change that a goal comes to in the first project.
  func change(_ goal: Goal) async throws -> Change { try await open().change(toward: goal) }

  /// The first project, opened.
  func open() async throws -> any OpenProject {
    let npm = npm
    guard let project = npm.discover(in: tree.paths).first else {
      throw Problem(.failed, "no project")
    }
    return try await npm.open(project, in: tree)
  }

  /// The world after a change.
  func after(_ goal: Goal) async throws -> World {
    var world = self
    for file in try await change(goal).files {
      world.files[file.path] = file.after.map { String(decoding: $0, as: UTF8.self) }
    }
    return world
  }

  /// The lock in short: `a@1.0.0`, `a/b@2.0.0 dev peer`, sorted by location.
  var locked: [String] {
    guard let text = files["package-lock.json"],
      let document = try? Document(Array(text.utf8), named: "lock")
    else { return [] }
    let members = document.root["packages"]?.members ?? []
    return members.filter { !$0.key.isEmpty }.map { member in
      let path = member.key.replacing("node_modules/", with: "")
      if member.value["link"] != nil {
        return "\(path) -> \(member.value["resolved"]?.string ?? "")"
      }
      let flags = ["dev", "optional", "devOptional", "peer", "extraneous"].filter {
        member.value[$0] != nil
      }
      let version = member.value["version"]?.string ?? ""
      return ([path + "@" + version] + flags).joined(separator: " ")
    }
  }
}

extension Goal {
  static let install = Goal.lock(LockOptions())

  static func update(_ name: String, _ version: String? = nil) -> Goal {
    .update([Goal.Target(name: name, version: version)], UpdateOptions())
  }
}
