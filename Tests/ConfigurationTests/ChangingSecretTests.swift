import Configuration
import Forges
import Logging
import Synchronization
import Testing
import Text

/// Files whose content a test replaces.
private final class Disk: Sendable {
  private let files = Mutex<[String: String]>([:])

  subscript(_ path: String) -> String? {
    get { files.withLock { $0[path] } }
    set { files.withLock { $0[path] = newValue } }
  }
}

@Suite struct `A secret in a file` {
  private let disk = Disk()

  private func read() throws -> OperatorFile {
    let decoded = OperatorFile.read(
      SourceText(
        file: "martlet.yml",
        """
        forges:
          - {name: hub, kind: github, url: "https://github.com", token: "${file:/token}",
             webhook-secret: "x-${file:/hook}", repositories: [acme/*]}
        """), ecosystems: ecosystems,
      placeholders: .resolved(environment: { _ in nil }, file: { [disk] in disk[$0] }))
    return try #require(decoded.value, "\(decoded.findings)")
  }

  @Test func `is read again at each use`() throws {
    (disk["/token"], disk["/hook"]) = ("first-token\n", "1")
    let forge = try read().forges[0]
    let secret = try #require(forge.credential?.secret)
    #expect(secret.reveal() == "first-token")
    (disk["/token"], disk["/hook"]) = ("second-token\n", "2")
    #expect(secret.reveal() == "second-token")
    #expect(forge.webhookSecret?.reveal() == "x-2")
  }

  @Test func `stays in use while its file is replaced`() throws {
    (disk["/token"], disk["/hook"]) = ("first-token\n", "1")
    let secret = try #require(try read().forges[0].credential?.secret)
    for content in [nil, "", "\n"] {
      disk["/token"] = content
      #expect(secret.reveal() == "first-token")
    }
  }

  @Test func `is masked by its old and its new value`() throws {
    (disk["/token"], disk["/hook"]) = ("first-token\n", "1")
    let secret = try #require(try read().forges[0].credential?.secret)
    let redaction = Redaction([secret])
    disk["/token"] = "second-token\n"
    #expect(redaction("first-token, second-token") == "***, ***")
    #expect("\(secret)" == "***")
  }
}
