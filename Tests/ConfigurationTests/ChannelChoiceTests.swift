import Configuration
import Logging
import Testing
import Text

/// An operator's file whose notifications have these keys.
private func operatorFile(_ notifications: String...) -> OperatorFile? {
  OperatorFile.read(
    SourceText(
      file: "martlet.yml",
      "forges: [{name: hub, kind: local, url: /srv, repositories: [acme/*]}]\nnotifications:\n"
        + notifications.map { "  - {kind: slack, url: \"https://hooks.dev/x\", \($0)}\n" }.joined()
    ), ecosystems: ecosystems, placeholders: .none
  ).value
}

/// A repository's file with these notifications.
private func repositoryFile(_ notifications: String) -> Decoded<RepositoryFile> {
  RepositoryFile.read(
    SourceText(
      file: ".github/martlet.yml",
      "notifications: [\(notifications)]\nupdates: []\n"), ecosystems: ecosystems)
}

@Suite struct `A channel in a repository's file` {
  @Test func `is one that the operator offers to this repository`() throws {
    let file = try #require(
      operatorFile("name: web, opt-in: true, repositories: [acme/web-*]", "name: all"))
    let decoded = repositoryFile("{to: web, events: [red, merged], severity: high}, {to: all}")
    #expect(decoded.findings.isEmpty, "\(decoded.findings)")
    let narrowed = decoded.narrowed(by: file, for: "acme/web-shop")
    #expect(narrowed.value?.notifications.map(\.text) == ["web:red,merged:high"])
    #expect(
      narrowed.findings.map(\.description) == [
        ".github/martlet.yml:1:67: warning: 'all' isn't a channel for this repository: the operator's "
          + "file offers one by an entry of 'notifications' with 'name: all', 'opt-in: true' and "
          + "'repositories'"
      ])
    let other = decoded.narrowed(by: file, for: "acme/app")
    #expect(other.value?.notifications.isEmpty == true && other.findings.count == 2)
    let none = decoded.narrowed(by: OperatorFile(), for: "acme/web-shop")
    #expect(none.value?.notifications.isEmpty == true && none.findings.count == 2)
  }

  @Test(arguments: [
    ("{}", "the key 'to' is missing"), ("{to: \"a b\"}", "expected a name of letters"),
    ("{to: web, events: []}", "expected at least one event"),
    ("{to: web, events: [green]}", "expected one of merged"),
    ("{to: web, url: \"https://hooks.dev/s3cret\"}", "'url' belongs to the operator's file"),
  ]) func `has no address and no mistakes`(text: String, message: String) {
    let found = repositoryFile(text).findings.map(\.description)
    #expect(found.contains { $0.contains(message) }, "\(found)")
    #expect(!found.contains { $0.contains("s3cret") }, "\(found)")
  }

  @Test func `is read again from the state`() throws {
    var choice = ChannelChoice()
    choice.to = "web-team"
    #expect(ChannelChoice.all(in: "").isEmpty)
    let all = ChannelChoice.all(in: "\(choice.text) b:red:critical broken")
    #expect(all.map(\.to) == ["web-team", "b"])
    #expect(all.map(\.events) == [NotificationSettings.Event.allCases, [.red]])
    #expect(all.map(\.severity) == [.low, .critical])
  }
}
