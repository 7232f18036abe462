import Ecosystem
import Git
import JSON
import SwiftPM
import TestSupport
import Testing

@Suite struct `Locks that SwiftPM 6.3.1 wrote for invented packages` {
  @Test func `are what martlet writes`() async throws {
    let recording = try Recording("swiftpm")
    let swift = SwiftPMEcosystem(http: unreachable, git: client(recording.root))
    let cases = recording.cases
    #expect(cases.count >= 25)
    for recorded in cases {
      #expect(await recorded.difference(in: swift) == nil, "\(recorded.id)")
    }
  }

  /// Serves the recorded repositories below `https://example.com/acme/`.
  private func client(_ root: Node) -> Git.Client {
    var references: [String: [Reference]] = [:]
    var manifests: [String: [String: [UInt8]]] = [:]
    for (name, repository) in root["repositories"]?.dictionary ?? [:] {
      let found = (repository["references"]?.dictionary ?? [:]).compactMap { name, commit in
        commit.string.map { Reference(name: name, commit: $0) }
      }
      references[name] = found.sorted { $0.name < $1.name }
      for (commit, files) in repository["manifests"]?.dictionary ?? [:] {
        manifests[commit] = files.dictionary.compactMapValues { text in
          text.string.map { Array($0.utf8) }
        }
      }
    }
    return Git.Client(
      references: { [references] (remote) throws(GitError) in
        var name = remote.dropFirst("https://example.com/acme/".count)
        if name.hasSuffix(".git") { name.removeLast(4) }
        guard let found = references[String(name)] else {
          throw GitError(.notFound, subject: remote)
        }
        return found
      },
      files: { [manifests] (_, reference, select) throws(GitError) in
        (manifests[reference.commit] ?? [:]).filter { select($0.key) }
      })
  }
}
