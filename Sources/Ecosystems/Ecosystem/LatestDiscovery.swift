import Synchronization

/// The projects of several tools in the latest tree.
///
/// Opening a project needs what each tool makes of its manifest. Discovering reads all paths, and a
/// tree has thousands of projects in the worst case, so the result is kept until the paths change.
final class LatestDiscovery: Sendable {
  private struct Found: Sendable {
    var paths: [String]
    var projects: [[String: Project]]
  }

  private let latest = Mutex<Found?>(nil)

  /// Finds the projects of each tool.
  ///
  /// - Parameters:
  ///   - paths: all files of the tree. Equal arrays that share their memory are compared at once.
  ///   - tools: the same ones in each call.
  /// - Returns: the projects by manifest, for each tool.
  func projects(in paths: [String], of tools: [any PackageEcosystem]) -> [[String: Project]] {
    if let known = latest.withLock({ $0 }), known.paths == paths { return known.projects }
    let projects = tools.map { tool in
      Dictionary(
        tool.discover(in: paths).map { ($0.manifest, $0) }, uniquingKeysWith: { first, _ in first })
    }
    latest.withLock { $0 = Found(paths: paths, projects: projects) }
    return projects
  }
}
