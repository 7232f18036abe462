import Ecosystem
import Text
import Xcode

/// Takes the platforms of targets from the Xcode project, as CocoaPods does for targets without a
/// `platform` line.
struct XcodePlatforms {
  /// The folder of the Podfile.
  let folder: String
  let tree: SourceTree

  /// Completes the targets that pods are installed for.
  ///
  /// - Throws: a refusal if a target has pods, and its platform isn't known.
  func complete(_ podfile: inout Podfile) async throws(Problem) {
    var projects: [String: PropertyList] = [:]
    for index in podfile.targets.indices where try needsPlatform(index, podfile) {
      let path: String
      switch projectPath(of: index, in: podfile) {
      case .found(let found): path = found
      case .missing(let reason): throw missing(podfile.targets[index], reason)
      }
      if projects[path] == nil {
        let text = try await tree.read(path)
        projects[path] = try PropertyList(text)
      }
      guard let list = projects[path] else { continue }
      let target = podfile.targets[index]
      guard let platform = try XcodeTarget(target.name, in: list, path)?.platform else {
        throw Problem(
          .refused, "has no platform in the Podfile, and no such target is in \(path)",
          subject: target.name, at: target.location, advice: "add a `platform` line")
      }
      podfile.targets[index].platform = platform
    }
  }

  private func needsPlatform(_ index: Int, _ podfile: Podfile) throws(Problem) -> Bool {
    guard !podfile.targets[index].isAbstract, podfile.platform(of: index) == nil else {
      return false
    }
    return try !podfile.dependencies(of: index).isEmpty
  }

  /// The Xcode project of a target.
  enum ProjectPath {
    /// The path of its `project.pbxproj`.
    case found(String)
    /// The Podfile names none, and not exactly one is beside it.
    case missing(String)
  }

  /// Finds the Xcode project that has a target.
  func projectPath(of index: Int, in podfile: Podfile) -> ProjectPath {
    var next: Int? = index
    while let target = next {
      if let project = podfile.targets[target].project {
        let written = TreePath.join(folder, "\(project).xcodeproj/project.pbxproj")
        if let path = TreePath.normalized(written, in: ""), tree.listing.contains(path) {
          return .found(path)
        }
        return .missing("\(project).xcodeproj isn't in the repository")
      }
      next = podfile.targets[target].parent
    }
    let found = tree.listing.folders(in: folder).filter { $0.hasSuffix(".xcodeproj") }
      .map { $0 + "/project.pbxproj" }.filter(tree.listing.contains)
    guard let only = found.first, found.count == 1 else {
      return .missing(
        found.isEmpty ? "there is no Xcode project beside it" : "several projects are beside it")
    }
    return .found(only)
  }

  private func missing(_ target: Podfile.Target, _ reason: String) -> Problem {
    Problem(
      .refused, "has no platform in the Podfile, and \(reason)", subject: target.name,
      at: target.location, advice: "add a `platform` line")
  }
}

/// The platform of a target of an Xcode project.
struct XcodeTarget {
  /// The platform with the deployment target of all its configurations.
  let platform: PodPlatform?

  /// Finds a target by its name; nil if the project has none.
  ///
  /// - Throws: a refusal if its platform or deployment target isn't one literal value.
  init?(_ name: String, in list: PropertyList, _ path: String) throws(Problem) {
    let advice = "add a `platform` line to the Podfile"
    guard let found = try DeploymentTarget(of: name, in: list, path, advice: advice) else {
      return nil
    }
    guard let version = PodVersion(found.version) else {
      throw Problem(
        .refused, "has no known platform and deployment target", subject: "\(name) in \(path)",
        advice: advice)
    }
    platform = PodPlatform(found.platform == "macos" ? "osx" : found.platform, version)
  }
}
