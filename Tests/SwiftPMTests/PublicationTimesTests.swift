import Ecosystem
import Git
import Synchronization
import TestSupport
import Testing
import Time

@testable import SwiftPM

private func manifest(_ dependency: String) -> String {
  """
  // swift-tools-version:5.9
  import PackageDescription
  let package = Package(name: "app", dependencies: [\(dependency)])
  """
}

@Suite struct `The times of a Swift package's versions` {
  /// Opens a package with a dependency; `asked` collects the requests for times.
  private func open(
    _ asked: Requests, failing: Bool = false
  ) async throws -> (any OpenProject, Dependency) {
    let kit = library("kit")
    var git = ScriptedGit(["kit": ["1.0.0": kit, "v1.1.0": kit, "2.0.0": kit]]).client
    git.times = { url, objects throws(GitError) in
      asked.all.withLock { $0.append("\(url) \(objects.count)") }
      if failing { throw GitError(.timedOut, subject: url) }
      return [ScriptedGit.commit("kit", "v1.1.0"): 1_900_000_000]
    }
    let swift = SwiftPMEcosystem(http: unreachable, git: git)
    let text = #".package(url: "https://example.com/acme/kit", from: "1.0.0")"#
    let tree = SourceTree(name: "app", files: ["Package.swift": manifest(text)])
    let opened = try await swift.open(
      try #require(swift.discover(in: tree.paths).first), in: tree)
    return (opened, try #require(try await opened.dependencies().first))
  }

  private final class Requests: Sendable {
    let all = Mutex<[String]>([])
  }

  @Test func `are those of tags, in one request`() async throws {
    let asked = Requests()
    let (project, dependency) = try await open(asked)
    _ = try await project.releases(of: dependency)
    #expect(asked.all.withLock(\.self) == [])
    let times = await project.publicationTimes(of: ["1.1.0", "2.0.0"], dependency)
    #expect(times == PublicationTimes(["1.1.0": 1_900_000_000]))
    #expect(asked.all.withLock(\.self) == ["https://example.com/acme/kit 2"])
  }

  @Test func `are unknown, with the reason, if the server doesn't answer`() async throws {
    let (project, dependency) = try await open(Requests(), failing: true)
    let times = await project.publicationTimes(of: ["2.0.0"], dependency)
    #expect(times.known == [:])
    #expect(times.failure?.subject == "https://example.com/acme/kit")
  }
}
