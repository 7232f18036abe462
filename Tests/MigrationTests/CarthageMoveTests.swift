import Carthage
import Ecosystem
import Git
import HTTP
import SwiftPM
import Testing
import Text

@testable import Migration

/// An app with `github` lines, whose target links the frameworks of `Carthage/Build`.
private struct Cart {
  var cartfile: String
  var resolved: String
  /// The frameworks that the app links.
  var frameworks: [String]
  /// The files by repository and tag.
  var repositories: [String: [String: [String: String]]]

  private var tree: SourceTree {
    SourceTree(
      name: "app",
      files: [
        "Cartfile": cartfile, "Cartfile.resolved": resolved,
        "App.xcodeproj/project.pbxproj": linkedProject(frameworks),
      ])
  }

  private var git: Git.Client {
    Git.Client(
      references: { [repositories] (remote) throws(GitError) in
        guard let tags = repositories[Self.name(of: remote)] else {
          throw GitError(.notFound, subject: remote)
        }
        return tags.keys.sorted().map { tag in
          Reference(
            name: "refs/tags/\(tag)", commit: AppScene.commit(Self.name(of: remote), tag))
        }
      },
      files: { [repositories] (remote, reference, select) throws(GitError) in
        let name = Self.name(of: remote)
        let found = repositories[name]?.first {
          AppScene.commit(name, $0.key) == reference.commit
        }
        return (found?.value ?? [:]).filter { select($0.key) }.mapValues { Array($0.utf8) }
      })
  }

  private static func name(of remote: String) -> String {
    let last = remote.split(separator: "/").last.map(String.init) ?? remote
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  func migration() async throws -> ProjectMigration {
    let http = HTTP.Client { Response(status: 404, body: [], url: $0.url) }
    let carthage = CarthageEcosystem(http: http, git: git)
    let tree = tree
    let project = try #require(carthage.discover(in: tree.paths).first)
    let opened = try await carthage.open(project, in: tree)
    return ProjectMigration(
      of: try #require(opened as? any MigratingProject),
      to: SwiftPMEcosystem(http: http, git: git, toolchain: Toolchain()))
  }

  func obstacles() async throws -> [String] {
    try await migration().plan().rows.flatMap { row in
      row.obstacles.map { "\(row.name) \($0.kind.rawValue)" }
    }
  }

  func moved(_ names: String...) async throws -> [String: String] {
    let migration = try await migration()
    let result = try await migration.apply(try await migration.plan(), names, in: tree)
    let pairs = result.change.files.map { file in
      (file.path, String(decoding: file.after ?? [], as: UTF8.self))
    }
    return Dictionary(pairs) { first, _ in first }
  }
}

/// A project whose target App links frameworks, and copies them with a script.
private func linkedProject(_ frameworks: [String]) -> String {
  let id = { (kind: Int, index: Int) in "0B00000000000000000\(kind)000\(index)" }
  let path = { (name: String) in "$(SRCROOT)/Carthage/Build/iOS/\(name).framework" }
  func lines(_ line: (Int, String) -> String) -> String {
    frameworks.enumerated().map { line($0, $1) + "\n" }.joined()
  }
  var text = plainProject
  func insert(_ added: String, before target: String) {
    text = text.replacing(target, with: added + target, maxReplacements: 1)
  }
  insert(
    lines { index, name in
      "\t\t\(id(1, index)) /* \(name).framework in Frameworks */ = {isa = PBXBuildFile; "
        + "fileRef = \(id(2, index)) /* \(name).framework */; };"
    }, before: "/* End PBXBuildFile section */")
  insert(
    lines { index, name in
      "\t\t\(id(2, index)) /* \(name).framework */ = {isa = PBXFileReference; "
        + "lastKnownFileType = wrapper.framework; "
        + "path = Carthage/Build/iOS/\(name).framework; sourceTree = \"<group>\"; };"
    }, before: "/* End PBXFileReference section */")
  insert(
    lines { index, name in "\t\t\t\t\(id(1, index)) /* \(name).framework in Frameworks */," },
    before: "\t\t\t);\n\t\t\trunOnlyForDeploymentPostprocessing")
  insert(
    lines { index, name in "\t\t\t\t\(id(2, index)) /* \(name).framework */," },
    before: "\t\t\t);\n\t\t\tsourceTree = \"<group>\"")
  insert(
    "/* Begin PBXShellScriptBuildPhase section */\n\t\tC1 = {\n"
      + "\t\t\tisa = PBXShellScriptBuildPhase;\n\t\t\tinputPaths = (\n"
      + lines { _, name in "\t\t\t\t\"\(path(name))\"," } + "\t\t\t);\n"
      + "\t\t\tshellScript = \"carthage copy-frameworks\";\n\t\t};\n"
      + "/* End PBXShellScriptBuildPhase section */\n\n",
    before: "/* Begin XCConfigurationList section */")
  return text
}

private let manifest = "App.xcodeproj/project.pbxproj"

@Suite struct `A move from Carthage` {
  private let cart = Cart(
    cartfile:
      "# UI\ngithub \"acme/Kit\" ~> 1.2 # first\ngit \"https://example.com/acme/Log.git\"\n",
    resolved: "git \"https://example.com/acme/Log.git\" \"v2.0.0\"\n"
      + "github \"acme/Base\" \"1.0.0\"\ngithub \"acme/Kit\" \"1.2.0\"\n",
    frameworks: ["Kit", "Base", "Log"],
    repositories: [
      "Kit": [
        "1.2.0": [
          "Package.swift": library("Kit"), "Cartfile": "github \"acme/Base\" ~> 1.0\n",
        ]
      ],
      "Base": ["1.0.0": ["Package.swift": library("Base")]],
      "Log": ["v2.0.0": ["Package.swift": library("Log")]],
    ])

  @Test func `shows requirements, order and indirect dependencies`() async throws {
    let plan = try await cart.migration().plan()
    #expect(plan.steps == [["acme/Kit"], ["example.com/acme/Log"]])
    #expect(plan.rows.map(\.status) == [.movable, .movable, .follows])
    #expect(
      plan.rows.map { $0.requirement?.text } == [
        "1.2.0..<2.0.0", "2.0.0..<3.0.0", "1.0.0..<2.0.0",
      ])
  }

  @Test func `removes lines and frameworks, and links products instead`() async throws {
    let files = try await cart.moved("acme/Kit")
    #expect(files["Cartfile"] == "# UI\ngit \"https://example.com/acme/Log.git\"\n")
    #expect(
      files["Cartfile.resolved"] == "git \"https://example.com/acme/Log.git\" \"v2.0.0\"\n")
    let project = try #require(files[manifest])
    #expect(!project.contains("Kit.framework") && !project.contains("Base.framework"))
    #expect(project.split(separator: "\n").count { $0.contains("Log.framework") } == 5)
    for product in ["Kit", "Base"] {
      #expect(project.contains("productName = \(product);"))
    }
  }

  @Test func `of everything leaves the project that Xcode would have with packages`() async throws {
    let text = try #require(try await cart.moved()[manifest])
    #expect(!text.contains(".framework\""))
    #expect(text.contains("\t\t\tinputPaths = (\n\t\t\t);\n"))
  }

  @Test func `stops at a binary`() async throws {
    var cart = cart
    cart.cartfile = "binary \"https://example.com/Kit.json\" ~> 1.2\n"
    cart.resolved = "binary \"https://example.com/Kit.json\" \"1.2.0\"\n"
    #expect(try await cart.obstacles() == ["example.com/Kit.json vendored-binaries"])
  }

  @Test func `finds the product of another name that has a framework's module`() async throws {
    var cart = cart
    let renamed = library("Kit").replacing("library(name: \"Kit\"", with: "library(name: \"Acme\"")
    cart.repositories["Kit"]?["1.2.0"]?["Package.swift"] = renamed
    let row = try #require(try await cart.migration().plan()["acme/Kit"])
    #expect(row.status == .movable && row.links.map(\.product) == ["Acme"])
  }

  @Test func `stops at frameworks that no product is named after`() async throws {
    var cart = cart
    cart.frameworks = ["AcmeKit", "Log"]
    #expect(try await cart.obstacles().contains("acme/Kit no-matching-product"))
  }
}
