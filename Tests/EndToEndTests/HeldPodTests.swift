import JSON
import TestSupport
import Testing

/// A pod with the releases 1.0.0, 1.1.0 and 1.2.0; the newest needs iOS 15, and the app has iOS 13.
@Suite(.serialized) struct `A pod that needs a newer platform` {
  private let server: LoopbackServer
  private let folder: Folder
  private let line = "Aster 1.2.0 is held back: it needs iOS 15.0, but App has iOS 13.0\n"

  init() throws {
    let platforms = ["1.0.0": "12.0", "1.1.0": "13.0", "1.2.0": "15.0"]
    server = try LoopbackServer { request in
      switch request.path {
      case "/CocoaPods-version.yml": return .text("last: 1.16.2\n")
      case "/all_pods_versions.txt": return .text("Aster/1.0.0/1.1.0/1.2.0\n")
      default: break
      }
      let parts = request.path.split(separator: "/").map(String.init)
      guard parts.count == 4, let platform = platforms[parts[2]] else { return .status(404) }
      return .text(
        """
        {"name": "Aster", "version": "\(parts[2])", "platforms": {"ios": "\(platform)"}}
        """)
    }
    let zeros = String(repeating: "0", count: 40)
    folder = try Folder([
      "martlet.yml": """
      mirrors:
        - {from: "https://cdn.cocoapods.org/", to: "\(server.url())"}

      """,
      "app/Podfile": "platform :ios, '13.0'\n\ntarget 'App' do\n  pod 'Aster', '~> 1.0'\nend\n",
      "app/Podfile.lock": """
      PODS:
        - Aster (1.0.0)

      DEPENDENCIES:
        - Aster (~> 1.0)

      SPEC REPOS:
        trunk:
          - Aster

      SPEC CHECKSUMS:
        Aster: \(zeros)

      PODFILE CHECKSUM: \(zeros)

      COCOAPODS: 1.16.2

      """,
    ])
  }

  private func run(_ words: String...) async throws -> Program.Outcome {
    let outcome = try await Program.run(
      words + ["--config", "martlet.yml", "--log-level", "error"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    return outcome
  }

  @Test func `is proposed at the newest release that the platform allows`() async throws {
    let check = try await run("check", "app").out
    #expect(check.contains("Aster"))
    #expect(check.contains("1.1.0"))
    let why = try await run("why", "app", "Aster").out
    #expect(why.contains("needs iOS 15.0, but App has iOS 13.0"))
  }

  @Test(arguments: ["Aster", "--all-locked"])
  func `is reported by update with the reason`(target: String) async throws {
    let dry = try await run("update", "app", target, "--dry-run")
    #expect(dry.error.contains(line))
    let json = try await run("update", "app", target, "--dry-run", "--json").document()
    #expect(
      json["changes"]?[0]?["heldBack"] == [
        [
          "name": "Aster", "version": "1.2.0",
          "reason": "needs iOS 15.0, but App has iOS 13.0", "fixes": [],
        ]
      ])
    let output = try await run("update", "app", target).out
    #expect(output == "Aster 1.0.0 -> 1.1.0\nchanged Podfile.lock\n" + line)
    #expect(try folder.read("app/Podfile.lock").contains("- Aster (1.1.0)"))
    #expect(try await run("update", "app", target).out.hasSuffix(line))
  }
}
