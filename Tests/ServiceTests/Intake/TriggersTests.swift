import Configuration
import Forges
import Store
import Testing

@testable import Service
import TestSupport
import Time

@Suite struct `The triggers of a visit` {
  private let app: RepositoryName

  init() throws { app = try #require(RepositoryName("acme/app")) }

  /// What an event asks for: `push acme/app @0`, with the seconds that it waits.
  private func jobs(
    _ hint: WebhookEvent.Hint, by sender: String? = "ann",
    _ snapshot: RepositorySnapshot = RepositorySnapshot(),
    patterns: ForgeSettings = forge("acme/*", "!acme/attic")
  ) -> [String] {
    Triggers(patterns, login: "martlet[bot]")
      .jobs(for: WebhookEvent(hint, sender: sender), snapshot, now: 1_000)
      .map { "\($0.cause) \($0.repository.name) @\($0.dueAt.seconds - 1_000)" }
  }

  @Test func `pushes count for base branches and for ours`() {
    let targets = RepositorySnapshot(targets: ["next"])
    #expect(jobs(.push(app, branch: "main", isDefault: true)) == ["push acme/app @0"])
    #expect(jobs(.push(app, branch: "next", isDefault: false), targets) == ["push acme/app @0"])
    #expect(jobs(.push(app, branch: "martlet/npm/a", isDefault: false)) == ["push acme/app @0"])
    #expect(jobs(.push(app, branch: "feature", isDefault: false)) == [])
  }

  @Test func `our own writes cause no visit, but a merge of ours moves the base`() {
    let me = "martlet[bot]"
    #expect(jobs(.push(app, branch: "martlet/npm/a", isDefault: false), by: me) == [])
    #expect(jobs(.pullRequest(app, branch: "martlet/npm/a"), by: me) == [])
    #expect(jobs(.comment(app, isAddressed: true), by: me) == [])
    #expect(jobs(.push(app, branch: "main", isDefault: true), by: me) == ["push acme/app @0"])
  }

  @Test func `a person's word goes before a push, and that before a check`() {
    let snapshot = RepositorySnapshot(branches: ["martlet/npm/a"], heads: ["c1"])
    #expect(jobs(.comment(app, isAddressed: true)) == ["person acme/app @0"])
    #expect(jobs(.comment(app, isAddressed: false)) == [])
    #expect(jobs(.pullRequest(app, branch: "martlet/npm/a")) == ["push acme/app @0"])
    #expect(jobs(.pullRequest(app, branch: "feature")) == [])
    #expect(jobs(.check(app, commit: "c1", branches: []), snapshot) == ["check acme/app @0"])
  }

  @Test func `checks matter if a pull request of ours is open or being opened`() {
    let open = RepositorySnapshot(branches: ["deps/a"], heads: ["c1"])
    let hint = WebhookEvent.Hint.check(app, commit: "c9", branches: ["feature"])
    #expect(jobs(hint) == [])
    #expect(jobs(hint, open) == ["check acme/app @30"])
    #expect(jobs(.check(app, commit: "c9", branches: ["deps/a"]), open) == ["check acme/app @0"])
    #expect(jobs(hint, RepositorySnapshot(isVisited: true)) == ["check acme/app @0"])
    #expect(jobs(.check(app, commit: nil, branches: []), open) == ["check acme/app @0"])
  }

  @Test func `repositories that the operator does not mean are left alone`() throws {
    let attic = try #require(RepositoryName("acme/attic"))
    let other = try #require(RepositoryName("eve/app"))
    for name in [attic, other] {
      #expect(jobs(.push(name, branch: "main", isDefault: true)) == [])
      #expect(jobs(.comment(name, isAddressed: true)) == [])
    }
    #expect(jobs(.granted([app, attic, other])) == ["push acme/app @0"])
    #expect(jobs(.withdrawn([app])) == [])
  }

  @Test func `a repository with a new name is visited by its followed name`() throws {
    let site = try #require(RepositoryName("acme/site"))
    let moved = try #require(RepositoryName("eve/app"))
    #expect(jobs(.renamed(app, to: site)) == ["push acme/app @0"])
    #expect(jobs(.renamed(app, to: site), patterns: forge("acme/site")) == ["push acme/site @0"])
    #expect(jobs(.renamed(app, to: moved)) == [])
    #expect(jobs(.renamed(moved, to: app)) == ["push acme/app @0"])
    let triggers = Triggers(forge("acme/*"), login: nil)
    #expect(triggers.changesList(WebhookEvent(.renamed(app, to: site))))
  }

  @Test func `a name is spelled as the operator spells it`() throws {
    let shouted = try #require(RepositoryName("ACME/App"))
    let hint = WebhookEvent.Hint.push(shouted, branch: "main", isDefault: true)
    #expect(jobs(hint, patterns: forge("acme/app")) == ["push acme/app @0"])
    #expect(jobs(hint, patterns: forge("acme/*")) == ["push ACME/App @0"])
  }
}
