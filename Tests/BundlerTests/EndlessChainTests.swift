import Ecosystem
import HTTP
import Synchronization
import Testing

@testable import Bundler

/// A registry where each gem depends on another one, which counts its requests.
private final class EndlessIndex: Sendable {
  private let count = Mutex(0)

  var requests: Int { count.withLock(\.self) }

  var ecosystem: BundlerEcosystem {
    let client = HTTP.Client { [self] request in
      count.withLock { $0 += 1 }
      let name = request.url.split(separator: "/").last ?? ""
      let number = Int(name.split(separator: "-").last ?? "") ?? 0
      let page = "---\n1.0.0 gem-\(number + 1):>= 0\n"
      return Response(status: 200, body: Array(page.utf8), url: request.url)
    }
    return BundlerEcosystem(http: client, git: .refusing, toolchain: Toolchain())
  }
}

@Suite struct `An endless chain of gems` {
  @Test(arguments: [
    "source \"https://gems.example/\"\ngem \"gem-0\"\n",
    "source \"https://a.example/\"\nsource \"https://b.example/\" do\n  gem \"gem-0\"\nend\n",
  ])
  func `is refused by name after a limited number of requests`(gemfile: String) async throws {
    let index = EndlessIndex()
    let bundler = index.ecosystem
    let tree = SourceTree(name: "app", files: ["Gemfile": gemfile])
    let project = try #require(bundler.discover(in: tree.paths).first)
    let opened = try await bundler.open(project, in: tree)
    let problem = await #expect(throws: Problem.self) {
      try await opened.change(toward: .lock(LockOptions()))
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.subject?.hasPrefix("gem-") == true)
    #expect(index.requests <= 1_000)
  }
}
