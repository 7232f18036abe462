import Ecosystem
import FoundationEssentials
import Git
import HTTP
import TestSupport
import Text

@testable import CocoaPods

/// The kit of CocoaPods' oracle that `MARTLET_SHARED` names: universes of pods, and recorded cases.
enum PodKit {
  static let shared = ProcessInfo.processInfo.environment["MARTLET_SHARED"]
  static var isPresent: Bool { shared != nil }

  /// Another folder of cases, in place of those of the kit.
  static let cases = ProcessInfo.processInfo.environment["MARTLET_POD_CASES"]

  private static let scratch =
    ProcessInfo.processInfo.environment["MARTLET_SCRATCH"] ?? NSTemporaryFolder.path

  /// Unpacks the cases and builds the universes once.
  static func prepare() async throws -> String { try await folder.value }

  private static let folder = Task { try await build() }

  private static func build() async throws -> String {
    let folder = "\(scratch)/martlet-pods-kit"
    guard !FileManager.default.fileExists(atPath: folder + "/done") else { return folder }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let kit = "\(shared ?? "")/oracles/cocoapods"
    try await run(["/usr/bin/tar", "--no-same-owner", "-xzf", "\(kit)/pairs.tar.gz", "-C", folder])
    for seed in 0...2 {
      try await run([
        "/usr/bin/python3", "\(kit)/build-universe", "--seed", "\(seed)", "--out",
        "\(folder)/universe-\(seed)",
      ])
    }
    try Data().write(to: URL(filePath: folder + "/done"))
    return folder
  }

  private static func run(_ words: [String]) async throws {
    guard try await ChildProcess(words).end() == 0 else {
      throw CocoaError(.fileReadCorruptFile)
    }
  }
}

private enum NSTemporaryFolder { static let path = "/tmp" }

/// A universe of pods on disk, without a server.
struct PodUniverse {
  /// The folder with `trunk`, `cdn`, `files` and `git`.
  let folder: String

  private static let folders = [
    "https://cdn.cocoapods.org/": "trunk/", "https://cdn.example.com/": "cdn/",
    "https://files.example.com/": "files/",
  ]

  var http: HTTP.Client {
    HTTP.Client { [folder] request in
      for (base, source) in Self.folders where request.url.hasPrefix(base) {
        let rest = request.url.dropFirst(base.count)
        let path = PercentEncoding.decode(rest)
        guard let data = try? Data(contentsOf: URL(filePath: "\(folder)/\(source)\(path)")) else {
          return Response(status: 404, url: request.url)
        }
        return Response(status: 200, body: Array(data), url: request.url)
      }
      return Response(status: 404, url: request.url)
    }
  }

  var git: Git.Client {
    Git.Client.live(Options(cache: folder + "/git-cache", allowsLocal: { _ in true }))
      .mirrored { [folder] remote in
        let base = "https://git.example.com/"
        return remote.hasPrefix(base) ? "\(folder)/git/\(remote.dropFirst(base.count))" : remote
      }
  }

  func ecosystem(_ toolchain: Toolchain = Toolchain([.cocoapods: "1.16.2"])) -> CocoaPodsEcosystem {
    CocoaPodsEcosystem(http: http, git: git, toolchain: toolchain)
  }
}
