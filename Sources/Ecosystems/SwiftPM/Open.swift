package import Ecosystem
import SwiftSources

/// A Swift package or an Xcode project with its manifests evaluated once and its parsed lock.
struct SwiftPMProject: LockedProject {
  let ecosystem: SwiftPMEcosystem
  let contents: Contents
  let tree: SourceTree
  let swift: SwiftTools

  var project: Project { contents.project }
  var tools: ToolsVersion { swift.version }
  var toolVersions: [ToolVersion] { [swift.reported] }

  /// Names a lock of Xcode whose origin hash isn't the one of the project.
  var remarks: [String] {
    guard hasUnexplainedHash else { return [] }
    return [
      "\(contents.lockPath) has another originHash than the project's manifests and packages give. "
        + "Xcode only compares it to decide whether it resolves again, and keeps the pins."
    ]
  }

  /// Whether the lock of an Xcode project has another origin hash than the project gives.
  ///
  /// The hash of a package is often old: SwiftPM replaces it after any edit of the manifest.
  var hasUnexplainedHash: Bool {
    guard contents.isXcode, let locked = contents.lock?.originHash else { return false }
    return locked != contents.originHash
  }

  /// Names the lock if its unexplained origin hash is replaced.
  func warnings(replacingWith lock: ResolvedFile) -> [Warning] {
    hasUnexplainedHash ? [.hashReplaced(lock: contents.lockPath)] : []
  }

  func declares(_ name: String) -> Bool {
    contents.declarations.contains { declaration in
      declaration.dependency.requirement != nil
        && declaration.dependency.identity.description == name
    }
  }

  /// Makes the requests of a resolution, with the registries and mirrors of the project.
  var lookUp: LookUp {
    LookUp(
      http: ecosystem.http, git: ecosystem.git, cache: ecosystem.cache,
      manifests: ecosystem.manifests, reader: contents.reader(tools: tools),
      registries: contents.registries, mirrors: contents.mirrors)
  }
}

extension SwiftPMEcosystem {
  /// Evaluates the manifests and parses the lock without running Swift.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    let swift = try await SwiftTools(for: project, in: tree, toolchain: toolchain)
    let contents = try await ContentsReader(tree: tree, tools: swift.version).read(project)
    return SwiftPMProject(ecosystem: self, contents: contents, tree: tree, swift: swift)
  }
}
