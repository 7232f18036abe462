import Ecosystem
import Git
import HTTP
import Synchronization
import TestSupport
import Testing
import Time

@testable import Carthage

private let unreachable = HTTP.Client { request throws(HTTPError) in
  throw HTTPError(.unreachable, url: request.url)
}

/// The requests for times: a URL with objects.
private final class Requests: Sendable {
  let all = Mutex<[String]>([])
}

/// Opens a Cartfile; the first tag of each repository is annotated by an object `of NAME`.
private func open(
  _ cartfile: String, tags: [String], _ requests: Requests = Requests(), failing: Bool = false
) async throws -> any OpenProject {
  let git = Git.Client(
    references: { _ throws(GitError) in
      tags.enumerated().map { index, tag in
        let object = index == 0 ? "of \(tag)" : nil
        return Reference(name: "refs/tags/\(tag)", commit: "commit \(tag)", tagObject: object)
      }
    },
    files: { _, _, _ throws(GitError) in [:] },
    times: { url, objects throws(GitError) in
      requests.all.withLock { $0.append("\(url) \(objects.joined(separator: ","))") }
      if failing { throw GitError(.timedOut, subject: url) }
      return ["of v2.0": 2_000_000_000, "commit v1.1": 1_900_000_000]
    })
  let carthage = CarthageEcosystem(http: unreachable, git: git)
  let tree = SourceTree(name: "app", files: ["Cartfile": cartfile])
  return try await carthage.open(try #require(carthage.discover(in: tree.paths).first), in: tree)
}

@Suite struct `The times of Carthage's versions` {
  private let tags = ["v2.0", "v1.1", "v1.0", "v1.2"]

  @Test func `are those of tags, in one request`() async throws {
    let requests = Requests()
    let project = try await open("github \"a/b\" ~> 1.0\n", tags: tags, requests)
    let dependency = try #require(try await project.dependencies().first)
    _ = try await project.releases(of: dependency)
    #expect(requests.all.withLock(\.self) == [])
    let times = await project.publicationTimes(of: ["v1.1", "v1.2", "v2.0"], dependency)
    #expect(times == PublicationTimes(["v1.1": 1_900_000_000, "v2.0": 2_000_000_000]))
    #expect(
      requests.all.withLock(\.self) == [
        "https://github.com/a/b.git commit v1.1,commit v1.2,of v2.0"
      ])
  }

  @Test func `are unknown, with the reason, if the server doesn't answer`() async throws {
    let project = try await open("github \"a/b\"\n", tags: tags, failing: true)
    let dependency = try #require(try await project.dependencies().first)
    let times = await project.publicationTimes(of: ["v2.0"], dependency)
    #expect(times.known == [:])
    #expect(times.failure?.subject == "https://github.com/a/b.git")
  }

  @Test func `of binaries are stated by nothing`() async throws {
    let requests = Requests()
    let project = try await open("binary \"https://e.com/b.json\"\n", tags: [], requests)
    let dependency = try #require(try await project.dependencies().first)
    #expect(await project.publicationTimes(of: ["1.2"], dependency) == PublicationTimes())
    #expect(requests.all.withLock(\.self) == [])
  }
}
