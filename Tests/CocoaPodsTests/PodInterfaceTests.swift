import Ecosystem
import Git
import HTTP
import Impact
import Testing
import Text

@testable import CocoaPods

/// A pod `Kit` of a CDN with the versions 1.0.0 and 1.1.0, whose files are tags of a git repository.
private struct Pod {
  /// The files of both versions by path.
  var before: [String: String]
  var after: [String: String]
  /// Attributes of the podspec of both versions, as JSON.
  var attributes = #""source_files": "Sources/**/*.{h,m,swift}""#
  /// The sources of the app.
  var app = ["App/App.swift": "import Kit\nlet session = Session()\nsession.transmit(1)\n"]

  private static let url = "https://example.com/kit.git"

  private var http: HTTP.Client {
    HTTP.Client { [self] request in
      let path = request.url.dropFirst("https://".count).drop { $0 != "/" }.dropFirst()
      let body = body(path.slashParts().map(String.init))
      return Response(status: body.isEmpty ? 404 : 200, body: Array(body.utf8), url: request.url)
    }
  }

  private func body(_ parts: [String]) -> String {
    switch parts {
    case ["CocoaPods-version.yml"]: "last: 1.16.2\n"
    case ["all_pods_versions.txt"]: "Kit/1.0.0/1.1.0"
    case _ where parts.count == 4:
      """
      {"name": "Kit", "version": "\(parts[2])", "platforms": {"ios": "12.0"}, "license": "MIT",
       "source": {"git": "\(Self.url)", "tag": "v\(parts[2])"}, \(attributes)}
      """
    default: ""
    }
  }

  private var git: Git.Client {
    Git.Client(
      references: { _ throws(GitError) in
        ["1.0.0", "1.1.0"].map { Reference(name: "refs/tags/v\($0)", commit: "commit of \($0)") }
      },
      files: { [self] _, reference, select throws(GitError) in
        let files = reference.commit.hasSuffix("1.0.0") ? before : after
        return files.filter { select($0.key) }.mapValues { Array($0.utf8) }
      })
  }

  /// The report on the update from 1.0.0 to 1.1.0.
  func impact(vulnerable: [String] = []) async throws -> ImpactReport {
    var files = app
    files["Podfile"] = PodWorld.podfile("pod 'Kit'")
    files["Podfile.lock"] = """
      PODS:
        - Kit (1.0.0)

      DEPENDENCIES:
        - Kit

      SPEC REPOS:
        trunk:
          - Kit

      COCOAPODS: 1.16.2

      """
    let cocoapods = CocoaPodsEcosystem(http: http, git: git, toolchain: Toolchain())
    let tree = SourceTree(name: "app", files: files)
    let project = try #require(cocoapods.discover(in: tree.paths).first)
    let opened = try await cocoapods.open(project, in: tree)
    let kit = try #require(try await opened.dependencies().first { $0.name == "Kit" })
    return await ImpactAssessment(opened, in: tree)(
      kit, from: "1.0.0", to: "1.1.0", vulnerable: vulnerable)
  }
}

private let session = """
  public class Session {
    public init() {}
    public func transmit(_ value: Int) {}
    public func close() {}
  }
  """

@Suite struct `The impact of a pod` {
  @Test func `names a removed method with the line that calls it`() async throws {
    let after = session.replacing("transmit(_ value: Int)", with: "transmit(value: Int)")
    let report = try await Pod(
      before: ["Sources/Session.swift": session], after: ["Sources/Session.swift": after]
    ).impact()
    #expect(report.verdict == .affected)
    #expect(report.symbols.map(\.uses) == [[.init(file: "App/App.swift", line: 3)]])
  }

  @Test func `is empty if only unused symbols change`() async throws {
    let after = session.replacing("close()", with: "end()")
    let report = try await Pod(
      before: ["Sources/Session.swift": session], after: ["Sources/Session.swift": after]
    ).impact()
    #expect(report.verdict == .notAffected, "\(report)")
  }

  @Test func `leaves out files that the podspec excludes, and other folders`() async throws {
    let gone = "extension Session { public func mend() {} }"
    let pod = Pod(
      before: [
        "Sources/Session.swift": session, "Sources/Mac/M.swift": gone, "Demo/D.swift": gone,
      ],
      after: ["Sources/Session.swift": session],
      attributes: #""source_files": ["Sources"], "exclude_files": "Sources/Mac/**""#,
      app: ["A.swift": "import Kit\nlet session = Session()\nsession.mend()\n"])
    let report = try await pod.impact()
    #expect(report.verdict == .notAffected, "\(report)")
  }

  @Test(arguments: [
    (#""source_files": "S/*.swift", "vendored_frameworks": "K.xcframework""#, "has binaries"),
    (
      #""source_files": "S/*.swift", "prepare_command": "make""#,
      "has a prepare_command, which can change its sources"
    ),
    (#""summary": "nothing""#, "names no source files"),
  ])
  func `is unknown with what the podspec adds`(attributes: String, reason: String) async throws {
    let files = ["S/Session.swift": session]
    let report = try await Pod(before: files, after: files, attributes: attributes).impact()
    #expect(report.verdict == .unknown)
    #expect(report.reasons.contains("the package \(reason)"))
  }

  @Test func `is unknown if headers change, and known if they don't`() async throws {
    let before = ["Sources/Session.swift": session, "Sources/Kit.h": "@interface Old"]
    var after = before
    #expect(try await Pod(before: before, after: after).impact().verdict == .notAffected)
    after["Sources/Kit.h"] = "@interface New"
    let report = try await Pod(before: before, after: after).impact()
    #expect(report.verdict == .unknown)
    #expect(
      report.reasons.contains("the package has headers, whose declarations aren't compared"))
  }

  @Test func `has the uses of symbols that advisories name`() async throws {
    let files = ["Sources/Session.swift": session]
    let report = try await Pod(before: files, after: files)
      .impact(vulnerable: ["Kit.Session.transmit(_:)", "Kit::Session#close"])
    #expect(
      report.vulnerable == [
        .init(name: "Kit.Session.transmit(_:)", uses: [.init(file: "App/App.swift", line: 3)]),
        .init(name: "Kit::Session#close", uses: []),
      ])
    #expect(report.text.contains("Kit::Session#close is vulnerable: no source here uses the name"))
    #expect(try await Pod(before: files, after: files).impact().vulnerable == nil)
  }

  @Test func `is unknown if Objective-C imports the pod and something changed`() async throws {
    var pod = Pod(
      before: ["Sources/Session.swift": session],
      after: ["Sources/Session.swift": session.replacing("close()", with: "end()")])
    pod.app["App/Old.m"] = "#import <Kit/Kit-Swift.h>\n"
    pod.app["App/Other.m"] = "#import <UIKit/UIKit.h>\n@import Foundation;\n"
    let report = try await pod.impact()
    #expect(report.verdict == .unknown)
    #expect(report.reasons == ["App/Old.m is Objective-C, whose uses aren't read"])
  }
}
