import Ecosystem
import HTTP
import Testing
import Text
import Versioning

@testable import Bundler

/// Two servers: a public one and one with private gems.
private func bundler(public open: [String: String], private own: [String: String])
  -> BundlerEcosystem
{
  let client = HTTP.Client { request in
    for (host, infos) in [
      ("https://rubygems.org/info/", open), ("https://gems.acme.test/info/", own),
    ] {
      guard request.url.hasPrefix(host),
        let lines = infos[String(request.url.dropFirst(host.count))]
      else { continue }
      return Response(status: 200, body: Array("---\n\(lines)\n".utf8), url: request.url)
    }
    return Response(status: 404, url: request.url)
  }
  return BundlerEcosystem(http: client, git: .refusing, toolchain: Toolchain())
}

private let gemfile = """
  source "https://rubygems.org"
  source "https://gems.acme.test" do
    gem "billing"
    gem "paint"
  end

  """

/// An old lock: one block for both servers.
private let merged = """
  GEM
    remote: https://rubygems.org/
    remote: https://gems.acme.test/
    specs:
      billing (1.0.0)
        ledger
      ledger (1.0.0)
      paint (1.0.0)

  PLATFORMS
    ruby
    x86_64-linux

  DEPENDENCIES
    billing!
    paint!

  BUNDLED WITH
     2.7.2

  """

private let own = [
  "billing": "1.0.0 ledger:>= 0", "ledger": "1.0.0 ", "paint": "1.0.0 \n1.1.0 ",
]

private func locked(
  _ goal: Goal, _ bundler: BundlerEcosystem
) async throws -> String {
  let files = ["Gemfile": gemfile, "Gemfile.lock": merged]
  let tree = SourceTree(name: "app", files: files)
  let project = try #require(bundler.discover(in: tree.paths).first)
  let change = try await bundler.open(project, in: tree).change(toward: goal)
  return String(decoding: try #require(change.files.first?.after), as: UTF8.self)
}

private func update(_ name: String) -> Goal {
  .update([Goal.Target(name: name)], UpdateOptions())
}

@Suite struct `Gems of an old lock's merged block` {
  /// Recorded from Bundler 2.7.2.
  @Test func `stay at the private server that has them when another gem is updated`() async throws {
    for open in [[:], ["ledger": "1.0.0 \n9.0.0 "]] {
      let lock = try await locked(update("paint"), bundler(public: open, private: own))
      #expect(
        lock.hasPrefix(
          """
          GEM
            remote: https://gems.acme.test/
            specs:
              billing (1.0.0)
                ledger
              ledger (1.0.0)
              paint (1.1.0)

          GEM
            remote: https://rubygems.org/
            specs:

          PLATFORMS
          """))
    }
  }

  /// Bundler 2.7.2 fails or installs the public gem of the same name.
  @Test func `are refused if Bundler would move them to the public server`() async throws {
    for open in [[:], ["ledger": "1.0.0 \n9.0.0 "]] {
      let goal = Goal.lock(LockOptions())
      let error = await #expect(throws: Problem.self) {
        try await locked(goal, bundler(public: open, private: own))
      }
      #expect(error?.kind == .refused)
      #expect(error?.subject == "ledger (1.0.0)")
    }
  }

  @Test func `are refused with a named version, too`() async throws {
    let goal = Goal.update([Goal.Target(name: "paint", version: "1.1.0")], UpdateOptions())
    let error = await #expect(throws: Problem.self) {
      try await locked(goal, bundler(public: ["ledger": "1.0.0 "], private: own))
    }
    #expect(error?.kind == .refused)
  }

  @Test func `that only the public server has stay there`() async throws {
    var own = own
    own["ledger"] = nil
    let lock = try await locked(
      .lock(LockOptions()), bundler(public: ["ledger": "1.0.0 "], private: own))
    #expect(lock.contains("remote: https://rubygems.org/\n  specs:\n    ledger (1.0.0)\n"))
  }
}
