import Ecosystem
import Git
import HTTP
import Text

@testable import Bundler

extension BundlerEcosystem {
  /// Serves the texts of `/info/NAME` without their first line; `pinned` keys are the operator's.
  static func serving(
    _ infos: [String: String], git: Git.Client = .refusing, pinned: Set<ToolchainKey> = []
  ) -> BundlerEcosystem {
    let client = HTTP.Client { request in
      let prefix = "https://rubygems.org/info/"
      guard request.url.hasPrefix(prefix),
        let lines = infos[String(request.url.dropFirst(prefix.count))]
      else { return Response(status: 404, url: request.url) }
      return Response(status: 200, body: Array("---\n\(lines)\n".utf8), url: request.url)
    }
    return BundlerEcosystem(http: client, git: git, toolchain: Toolchain(stating: pinned))
  }

  /// Opens the first project of some files.
  func open(_ files: [String: String]) async throws(Problem) -> any OpenProject {
    let tree = SourceTree(name: "app", files: files)
    guard let project = discover(in: tree.paths).first else {
      throw Problem(.failed, "has no project", subject: "app")
    }
    return try await open(project, in: tree)
  }
}

/// Changes the first project of some files.
func change(
  _ goal: Goal, _ files: [String: String], _ bundler: BundlerEcosystem
) async throws(Problem) -> Change {
  try await bundler.open(files).change(toward: goal)
}

extension Change {
  /// The text of the new `Gemfile.lock`.
  var lock: String? {
    files.first { $0.path == "Gemfile.lock" }?.after.map { String(decoding: $0, as: UTF8.self) }
  }
}
