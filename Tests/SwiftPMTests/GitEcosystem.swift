import FoundationEssentials
import Git
import HTTP
import SwiftPM

/// Real git, with the packages' addresses led to a folder.
func gitEcosystem(over repositories: String) -> SwiftPMEcosystem {
  let cache = FileManager.default.temporaryDirectory.path + "/martlet-fidelity"
  let live = Git.Client.live(Options(cache: cache, allowsLocal: { _ in true }))
  let prefix = "https://example.com/acme/"
  let led = { @Sendable (remote: String) in
    remote.hasPrefix(prefix) ? repositories + remote.dropFirst(prefix.count) : remote
  }
  let git = Git.Client(
    references: { (remote) throws(GitError) in try await live.references(led(remote)) },
    files: { (remote, reference, select) throws(GitError) in
      try await live.files(led(remote), reference, select)
    })
  let http = HTTP.Client { (request) throws(HTTPError) in
    throw HTTPError(.unreachable, url: request.url)
  }
  return SwiftPMEcosystem(http: http, git: git)
}
