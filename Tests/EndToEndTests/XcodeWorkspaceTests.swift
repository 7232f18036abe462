import Foundation
import Git
import Testing

/// A workspace and its project, which both have pins, on libraries of folders.
@Suite struct `A project and its workspace` {
  private let folder: Folder

  private static let lock = "xcshareddata/swiftpm/Package.resolved"
  private let locks = [
    "Team.xcworkspace/\(Self.lock)", "App.xcodeproj/project.xcworkspace/\(Self.lock)",
  ]
  private let project = "App.xcodeproj/project.pbxproj"

  init() throws {
    folder = try Folder()
    let repository = try Git.Repository.create(at: folder.path + "/upstream/aster")
    var last: String?
    for (number, version) in ["1.0.0", "2.0.0"].enumerated() {
      let sha = try repository.commit(
        ["Package.swift": GitHubFiles.library("aster"), "VERSION": version], on: last, number)
      try repository.setReference("refs/tags/\(version)", to: sha, expecting: nil)
      last = sha
    }
    try folder.write(
      """
      advisories: false
      cache: cache
      mirrors:
        - {from: "https://github.com/birds/", to: "file://\(folder.path)/upstream/"}

      """, to: "martlet.yml")
    try folder.write(
      """
      // !$*UTF8*$!
      {objects = {AA = {isa = PBXProject; packageReferences = (BB); };
      BB = {isa = XCRemoteSwiftPackageReference; repositoryURL = "https://github.com/birds/aster";
      requirement = {kind = upToNextMajorVersion; minimumVersion = 1.0.0; }; };
      }; rootObject = AA; }

      """, to: "app/" + project)
    try folder.write(
      #"<Workspace version = "1.0"><FileRef location = "group:App.xcodeproj"/></Workspace>"#,
      to: "app/Team.xcworkspace/contents.xcworkspacedata")
    for lock in locks { try folder.write(#"{"pins": [], "version": 2}"#, to: "app/" + lock) }
  }

  @Test func `have their shared requirement edited once and both locks updated`() async throws {
    let outcome = try await Program.run(
      "update", "app", "aster@2.0.0", "--config", "martlet.yml", in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try folder.read("app/" + project).contains("minimumVersion = 2.0.0;"))
    for lock in locks {
      #expect(try folder.read("app/" + lock).contains(#""version" : "2.0.0""#))
    }
    let changed = outcome.out.split(separator: "\n").filter { $0.hasPrefix("changed ") }
    #expect(changed.count == 3, "\(outcome.out)")
  }

  @Test func `are shown as one patch`() async throws {
    let outcome = try await Program.run(
      "update", "app", "aster@2.0.0", "--dry-run", "--config", "martlet.yml", in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.out.ranges(of: "diff --git").count == 3, "\(outcome.out)")
    #expect(try folder.read("app/" + project).contains("minimumVersion = 1.0.0;"))
  }
}
