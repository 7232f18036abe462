import Ecosystem
import Git
import HTTP
import JSON
import TestSupport
import Testing

@testable import CocoaPods

extension Git.Client {
  /// Serves the repositories of a recording.
  fileprivate static func recorded(_ node: Node?) -> Git.Client {
    let repositories = (node?.dictionary ?? [:]).mapValues { repository in
      (
        references: texts(repository["references"]),
        files: (repository["files"]?.dictionary ?? [:]).mapValues(texts)
      )
    }
    return Git.Client(
      references: { remote throws(GitError) in
        guard let found = repositories[remote] else { throw GitError(.notFound, subject: remote) }
        return found.references.sorted { $0.key < $1.key }.map {
          Reference(name: $0.key, commit: $0.value)
        }
      },
      files: { remote, reference, select throws(GitError) in
        guard let files = repositories[remote]?.files[reference.commit] else {
          throw GitError(.notFound, subject: remote)
        }
        return files.filter { select($0.key) }.mapValues { Array($0.utf8) }
      })
  }

  private static func texts(_ node: Node?) -> [String: String] {
    (node?.dictionary ?? [:]).compactMapValues(\.string)
  }
}

@Suite struct `Locks that CocoaPods 1.16.2 wrote for invented pods` {
  @Test func `are what martlet writes`() async throws {
    let recording = try Recording("cocoapods")
    let files = recording.texts("files")
    let http = HTTP.Client { request in
      let body = files[request.url].map { Array($0.utf8) }
      return Response(status: body == nil ? 404 : 200, body: body ?? [], url: request.url)
    }
    let cocoapods = CocoaPodsEcosystem(
      http: http, git: .recorded(recording.root["git"]),
      toolchain: Toolchain([.cocoapods: "1.16.2"]))
    let cases = recording.cases
    #expect(cases.count >= 20)
    for recorded in cases {
      #expect(await recorded.difference(in: cocoapods) == nil, "\(recorded.id)")
    }
  }
}
