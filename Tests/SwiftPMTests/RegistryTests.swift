import Ecosystem
import Git
import HTTP
import Logging
import SwiftPM
import TestSupport
import Testing
import Text

/// A registry on loopback: manifests by package, version and name.
///
///     try registry(["birds/wren": ["1.0.0": ["Package.swift": "// swift-tools-version:5.9 …"]]])
private func registry(_ packages: [String: [String: [String: String]]]) throws -> LoopbackServer {
  try LoopbackServer { request in
    let parts = request.path.split(separator: "/").map(String.init)
    guard parts.count >= 2, let package = packages["\(parts[0])/\(parts[1])"] else {
      let problem = #"{"title": "Not Found", "detail": "no such bird\nhere"}"#
      return .text(problem, status: 404, headers: ["Content-Type": "application/problem+json"])
    }
    guard parts.count > 2 else {
      let members = package.keys.sorted().map { version in
        version == "1.8.0"
          ? #""1.8.0": {"problem": {"status": 410, "title": "Gone", "detail": "withdrawn"}}"#
          : #""\#(version)": {"url": "https://elsewhere.dev/\#(version)"}"#
      }
      return .json(#"{"releases": {\#(members.joined(separator: ", "))}}"#)
    }
    return manifest(package[parts[2]] ?? [:], request)
  }
}

/// Answers for `Package.swift`, whose variants a `Link` header lists.
private func manifest(
  _ files: [String: String], _ request: LoopbackServer.Received
) -> LoopbackServer.Reply {
  let wanted = request.target.split(separator: "=").last.map {
    "Package@swift-\($0.prefix(3)).swift"
  }
  let name = request.target.contains("?") ? wanted ?? "" : "Package.swift"
  let links = files.keys.sorted().filter { $0 != "Package.swift" }.map { name in
    #"<https://elsewhere.dev/x>; rel="alternate"; filename="\#(name)"; swift-tools-version="5""#
  }
  guard let text = files[name] else { return .status(404) }
  return .text(text, headers: ["Link": links.joined(separator: ", "), "Content-Version": "1"])
}

private func bird(_ name: String, tools: String = "5.9", _ dependency: String = "") -> String {
  let use =
    dependency.isEmpty ? "" : #", dependencies: [.product(name: "x", package: "birds.beak")]"#
  return """
    // swift-tools-version:\(tools)
    import PackageDescription
    let package = Package(
      name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
      dependencies: [\(dependency)], targets: [.target(name: "\(name)"\(use))])
    """
}

private let birds = [
  "Birds/Wren": [
    "1.0.0": ["Package.swift": bird("Wren")],
    "1.1.0": ["Package.swift": bird("Wren", #".package(id: "birds.beak", from: "1.0.0")"#)],
    "1.8.0": ["Package.swift": bird("Wren")], "v1.9.0": ["Package.swift": bird("Wren")],
    "1.9": ["Package.swift": bird("Wren")], "2.0.0": ["Package.swift": bird("Wren")],
  ],
  "birds/beak": [
    "1.0.0": ["Package.swift": bird("beak")],
    "1.2.0": [
      "Package.swift": bird("beak", tools: "6.9"),
      "Package@swift-6.2.swift": bird("beak", tools: "6.2"),
      "Package@swift-7.0.swift": bird("beak", tools: "7.0"),
    ],
  ],
]

/// An app that needs packages of a registry, with the file that says where it is.
private func app(_ ids: String..., registries: [String: String], lock: String? = nil) -> SourceTree
{
  let dependencies = ids.map { #".package(id: "\#($0)", from: "1.0.0")"# }
  let members = registries.sorted { $0.key < $1.key }.map { #""\#($0)": {"url": "\#($1)"}"# }
  var files = [
    "Package.swift": """
    // swift-tools-version:5.9
    import PackageDescription
    let package = Package(name: "app", dependencies: [\(dependencies.joined(separator: ", "))])
    """,
    ".swiftpm/configuration/registries.json":
      #"{"registries": {\#(members.joined(separator: ", "))}, "version": 1}"#,
  ]
  files["Package.resolved"] = lock
  return SourceTree(name: "checkout", files: files)
}

private func ecosystem(credentials: [String: Secret] = [:]) throws -> SwiftPMEcosystem {
  let live = HTTP.Client.live(LiveOptions(userAgent: "test") { $0.host == "127.0.0.1" })
  let http = live.layered(
    Layers(
      purpose: .registry, credentials: try CredentialSource(credentials),
      retries: RetryPolicy(attempts: 1)))
  return SwiftPMEcosystem(http: http, git: ScriptedGit([:]).client)
}

private func lock(
  _ tree: SourceTree, credentials: [String: Secret] = [:], goal: Goal = .lock(.init())
) async throws -> String? {
  let swift = try ecosystem(credentials: credentials)
  let project = try #require(swift.discover(in: tree.paths).first)
  let change = try await swift.open(project, in: tree).change(toward: goal)
  return change.files.first { $0.path == "Package.resolved" }?.after
    .map { String(decoding: $0, as: UTF8.self) }
}

@Suite struct `A Swift package registry` {
  /// What swift 6.3.1 wrote for such a registry.
  @Test func `identities keep their case, and invalid versions are ignored`() async throws {
    let server = try registry(birds)
    let text = try await lock(app("Birds.Wren", registries: ["birds": server.url()]))
    #expect(
      text == """
        {
          "pins" : [
            {
              "identity" : "birds.beak",
              "kind" : "registry",
              "location" : "",
              "state" : {
                "version" : "1.2.0"
              }
            },
            {
              "identity" : "Birds.Wren",
              "kind" : "registry",
              "location" : "",
              "state" : {
                "version" : "1.1.0"
              }
            }
          ],
          "version" : 2
        }

        """)
  }

  @Test func `releases and manifests are requested as swift does`() async throws {
    let server = try registry(birds)
    _ = try await lock(app("birds.beak", registries: ["Birds": server.url()]))
    #expect(
      server.requests.map { "\($0.target) \($0.headers["Accept"] ?? "")" } == [
        "/birds/beak application/vnd.swift.registry.v1+json",
        "/birds/beak/1.2.0/Package.swift application/vnd.swift.registry.v1+swift",
        "/birds/beak/1.2.0/Package.swift?swift-version=6.2.0 "
          + "application/vnd.swift.registry.v1+swift",
      ])
  }

  /// A list of releases over several pages; each links to the next.
  private func paged(_ versions: [String], to foreign: String? = nil) throws -> LoopbackServer {
    try LoopbackServer { request in
      guard !request.path.hasSuffix(".swift") else { return .text(bird("beak")) }
      let page = Int(request.target.split(separator: "=").last ?? "") ?? 0
      let target = foreign ?? "/birds/beak?page=\(page + 1)"
      let isLast = page == versions.count - 1
      return .json(
        #"{"releases": {"\#(versions[page])": {}}}"#,
        headers: isLast ? [:] : ["Link": #"<\#(target)>; rel="next""#])
    }
  }

  @Test func `releases on later pages count`() async throws {
    let server = try paged(["1.0.0", "1.1.0", "1.2.0"])
    let text = try await lock(app("birds.beak", registries: ["birds": server.url()]))
    #expect(text?.contains(#""version" : "1.2.0""#) == true)
    #expect(
      server.requests.map(\.target) == [
        "/birds/beak", "/birds/beak?page=1", "/birds/beak?page=2",
        "/birds/beak/1.2.0/Package.swift",
      ])
  }

  @Test func `a list without end is given up`() async throws {
    let server = try paged((0...200).map { "1.\($0).0" })
    let problem = await #expect(throws: Problem.self) {
      try await lock(app("birds.beak", registries: ["birds": server.url()]))
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.message == "has more than 100 pages of releases")
    #expect(server.requests.count == 100)
  }

  @Test func `a page elsewhere is not followed`() async throws {
    let other = try paged(["9.0.0"])
    let server = try paged(["1.0.0", "1.1.0"], to: other.url() + "/birds/beak")
    let problem = await #expect(throws: Problem.self) {
      try await lock(app("birds.beak", registries: ["birds": server.url()]))
    }
    #expect(problem?.kind == .refused)
    #expect(problem?.message == "leads to another server for its next page")
    #expect(other.requests.isEmpty)
  }

  @Test func `a pin in another case is the same package`() async throws {
    let server = try registry(birds)
    let first = try await lock(app("birds.beak", registries: ["birds": server.url()]))
    let old = first?.replacing("birds.beak", with: "Birds.Beak").replacing("1.2.0", with: "1.0.0")
    let tree = app("birds.beak", registries: ["birds": server.url()], lock: old)
    #expect(try await lock(tree) == nil)
    let goal = Goal.update([.init(name: "birds.beak")], .init())
    #expect(try await lock(tree, goal: goal) == first)
  }

  @Test func `the message of a registry is quoted on one line`() async throws {
    let server = try registry(birds)
    let problem = await #expect(throws: Problem.self) {
      try await lock(app("birds.ghost", registries: ["[default]": server.url()]))
    }
    #expect(problem?.kind == .failed)
    #expect(problem?.message == "is not in its registry: no such birdhere")
  }

  @Test func `a scope without a registry is named with the way to set one`() async throws {
    let problem = await #expect(throws: Problem.self) {
      try await lock(app("birds.beak", registries: [:]))
    }
    #expect(problem?.subject == "birds")
    #expect(problem?.advice?.contains("swift package-registry set --scope birds") == true)
  }

  @Test func `credentials go to their own host alone`() async throws {
    let mine = try registry(birds)
    let other = try registry(["fish/cod": ["1.0.0": ["Package.swift": bird("cod")]]])
    let tree = app(
      "birds.beak", "fish.cod", registries: ["birds": mine.url(), "[default]": other.url()])
    _ = try await lock(tree, credentials: [mine.url(): Secret("Bearer s3cret")])
    #expect(mine.requests.count == 3)
    #expect(mine.requests.allSatisfy { $0.headers["Authorization"] == "Bearer s3cret" })
    #expect(other.requests.count == 2)
    #expect(other.requests.allSatisfy { $0.headers["Authorization"] == nil })
  }

  @Test(arguments: [#"{"version": 2}"#, "{", #"{"version": 1, "registries": {"a": {}}}"#])
  func `a setting that is not understood is an error with its place`(text: String) async throws {
    var tree = app("birds.beak", registries: [:])
    let manifest = try await tree.read("Package.swift").string
    let path = ".swiftpm/configuration/registries.json"
    tree = SourceTree(name: "checkout", files: ["Package.swift": manifest, path: text])
    let problem = await #expect(throws: Problem.self) { try await lock(tree) }
    #expect(problem?.location?.line == 1)
  }
}
