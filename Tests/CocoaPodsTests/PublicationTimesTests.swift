import Ecosystem
import Git
import HTTP
import TestSupport
import Testing
import Time

@testable import CocoaPods

@Suite struct `The times of a pod's versions` {
  private func times(
    _ line: String, _ versions: [String], failing: Bool = false
  ) async throws -> PublicationTimes {
    let git = Git.Client(
      references: { _ throws(GitError) in
        ["v1.0", "v1.1", "other-1.1"].map {
          Reference(name: "refs/tags/\($0)", commit: "of \($0)")
        }
      },
      files: { _, _, _ throws(GitError) in [:] },
      times: { url, objects throws(GitError) in
        if failing { throw GitError(.timedOut, subject: url) }
        return Dictionary(uniqueKeysWithValues: objects.map { ($0, 1_900_000_000) })
      })
    let http = HTTP.Client { request throws(HTTPError) in
      throw HTTPError(.unreachable, url: request.url)
    }
    let cocoapods = CocoaPodsEcosystem(http: http, git: git, toolchain: Toolchain())
    let tree = SourceTree(name: "app", files: ["Podfile": PodWorld.podfile(line)])
    let opened = try await cocoapods.open(
      try #require(cocoapods.discover(in: tree.paths).first), in: tree)
    let dependency = try #require(try await opened.dependencies().first)
    return await opened.publicationTimes(of: versions, dependency)
  }

  private let tagged = "pod 'A', :git => 'https://e.com/a.git', :tag => 'v1.0'"

  @Test func `are those of tags if the Podfile names a repository`() async throws {
    #expect(
      try await times(tagged, ["1.1"]) == PublicationTimes(["1.1": 1_900_000_000]))
    let failure = try await times(tagged, ["1.1"], failing: true).failure
    #expect(failure?.subject == "https://e.com/a.git")
  }

  @Test func `of a repository of specs are stated by nothing, without a request`() async throws {
    #expect(try await times("pod 'A'", ["1.1"]) == PublicationTimes())
  }
}
