import Ecosystem
import Git
import HTTP
import Impact
import Testing
import Text

@testable import Carthage

/// The files of `x/kit` at the tags 1.0.0 and 1.1.0.
private struct Framework {
  var before: [String: String]
  var after: [String: String]

  private var git: Git.Client {
    Git.Client(
      references: { _ throws(GitError) in
        ["1.0.0", "1.1.0"].map { Reference(name: "refs/tags/\($0)", commit: "commit of \($0)") }
      },
      files: { [self] _, reference, select throws(GitError) in
        let files = reference.commit.hasSuffix("1.0.0") ? before : after
        return files.filter { select($0.key) }.mapValues { Array($0.utf8) }
      })
  }

  /// The report on the update for an app with a source.
  func impact(_ source: String) async throws -> ImpactReport {
    let carthage = CarthageEcosystem(http: .init { _ in Response(status: 404) }, git: git)
    let tree = SourceTree(
      name: "app",
      files: [
        "Cartfile": "github \"x/kit\"\n", "Cartfile.resolved": "github \"x/kit\" \"1.0.0\"\n",
        "App.swift": source,
      ])
    let project = try #require(carthage.discover(in: tree.paths).first)
    let opened = try await carthage.open(project, in: tree)
    let kit = try #require(try await opened.dependencies().first)
    return await ImpactAssessment(opened, in: tree)(kit, from: "1.0.0", to: "1.1.0")
  }
}

private let manifest = """
  // swift-tools-version:5.9
  import PackageDescription
  let package = Package(name: "Kit", targets: [.target(name: "Kit")])
  """

@Suite struct `The impact of a framework` {
  private let framework = Framework(
    before: [
      "Package.swift": manifest, "Sources/Kit/K.swift": "public func a() {}\npublic func b() {}",
    ],
    after: ["Package.swift": manifest, "Sources/Kit/K.swift": "public func a() {}"])

  @Test(arguments: [
    ("import Kit\na()\n", ImpactVerdict.notAffected), ("import Kit\nb()\n", .affected),
  ])
  func `follows from the Package.swift of both versions`(
    source: String, verdict: ImpactVerdict
  ) async throws {
    #expect(try await framework.impact(source).verdict == verdict)
  }

  @Test func `is unknown without a Package.swift`() async throws {
    let framework = Framework(before: ["K.swift": ""], after: ["K.swift": ""])
    let report = try await framework.impact("import Kit\na()\n")
    #expect(report.verdict == .unknown)
    #expect(report.reasons == ["https://github.com/x/kit.git has no Package.swift"])
  }
}
