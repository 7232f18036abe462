import Ecosystem
import Git
import HTTP
import SwiftPM

/// Repositories in memory: a manifest at every tag and branch.
struct ScriptedGit: Sendable {
  /// A name such as `1.0.0` or `heads/main`, and the manifest at it.
  typealias History = KeyValuePairs<String, String>

  private var references: [String: [Reference]] = [:]
  private var manifests: [String: String] = [:]

  init(_ repositories: KeyValuePairs<String, History>) {
    for (name, history) in repositories {
      let remote = "https://example.com/acme/\(name)"
      for (reference, manifest) in history {
        let commit = Self.commit(name, reference)
        let prefix = reference.contains("heads/") ? "refs/" : "refs/tags/"
        references[remote, default: []].append(
          Reference(name: prefix + reference, commit: commit))
        manifests[commit] = manifest
      }
    }
  }

  /// The commit that stands for a reference: 40 digits made of its name.
  static func commit(_ name: String, _ reference: String) -> String {
    let digits = "\(name)@\(reference)".utf8.map { String($0 % 16, radix: 16) }.joined()
    return String((digits + String(repeating: "0", count: 40)).prefix(40))
  }

  private func address(_ remote: String) -> String {
    remote.hasSuffix(".git") ? String(remote.dropLast(4)) : remote
  }

  var client: Git.Client {
    Git.Client(
      references: { (remote) throws(GitError) in
        guard let found = references[address(remote)] else {
          throw GitError(.notFound, subject: remote)
        }
        return found
      },
      files: { (remote, reference, select) throws(GitError) in
        guard let manifest = manifests[reference.commit], select("Package.swift") else {
          return [:]
        }
        return ["Package.swift": Array(manifest.utf8)]
      })
  }

  /// The same repositories, some of them also under other addresses.
  func ecosystem(aliases: [String: String]) -> SwiftPMEcosystem {
    let client = client
    let led = { @Sendable (remote: String) in
      aliases.reduce(remote) { remote, alias in
        remote.hasPrefix(alias.key) ? alias.value + remote.dropFirst(alias.key.count) : remote
      }
    }
    return SwiftPMEcosystem(
      http: unreachable,
      git: Git.Client(
        references: { (remote) throws(GitError) in try await client.references(led(remote)) },
        files: { (remote, reference, select) throws(GitError) in
          try await client.files(led(remote), reference, select)
        }))
  }

  var ecosystem: SwiftPMEcosystem {
    SwiftPMEcosystem(http: unreachable, git: client)
  }
}

/// No server answers.
let unreachable = HTTP.Client { (request) throws(HTTPError) in
  throw HTTPError(.unreachable, url: request.url)
}

/// A manifest of tools 5.9 that declares some dependencies and uses them all.
func library(_ name: String, _ dependencies: String...) -> String {
  let names = dependencies.compactMap { line in
    line.split(separator: "\"").first { $0.hasPrefix("https://") }.map {
      "\"\(PackageIdentity.name(of: String($0)))\""
    }
  }
  return """
    // swift-tools-version:5.9
    import PackageDescription

    let package = Package(
      name: "\(name)",
      products: [.library(name: "\(name)", targets: ["\(name)"])],
      dependencies: [\(dependencies.joined(separator: ", "))],
      targets: [.target(name: "\(name)", dependencies: [\(names.joined(separator: ", "))])]
    )
    """
}
