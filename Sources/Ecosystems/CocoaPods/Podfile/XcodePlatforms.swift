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
      let path = try projectPath(of: index, in: podfile)
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

  private func projectPath(of index: Int, in podfile: Podfile) throws(Problem) -> String {
    var place: Int? = index
    while let target = place {
      if let project = podfile.targets[target].project {
        let written = TreePath.join(folder, "\(project).xcodeproj/project.pbxproj")
        if let path = TreePath.normalized(written, in: ""), tree.paths.contains(path) {
          return path
        }
        throw missing(podfile.targets[index], "\(project).xcodeproj isn't in the repository")
      }
      place = podfile.targets[target].parent
    }
    let prefix = folder.isEmpty ? "" : folder + "/"
    let found = tree.paths.filter { path in
      path.hasPrefix(prefix) && path.hasSuffix(".xcodeproj/project.pbxproj")
        && path.dropFirst(prefix.count).split(separator: "/").count == 2
    }
    guard let only = found.first, found.count == 1 else {
      throw missing(
        podfile.targets[index],
        found.isEmpty ? "there is no Xcode project beside it" : "several projects are beside it")
    }
    return only
  }

  private func missing(_ target: Podfile.Target, _ reason: String) -> Problem {
    Problem(
      .refused, "has no platform in the Podfile, and \(reason)", subject: target.name,
      at: target.location, advice: "add a `platform` line")
  }
}

/// A target of an Xcode project.
struct XcodeTarget {
  /// The platform with the deployment target of all its configurations.
  let platform: PodPlatform?

  private static let settings = [
    "iphoneos": ("ios", "IPHONEOS_DEPLOYMENT_TARGET"),
    "macosx": ("osx", "MACOSX_DEPLOYMENT_TARGET"),
    "appletvos": ("tvos", "TVOS_DEPLOYMENT_TARGET"),
    "watchos": ("watchos", "WATCHOS_DEPLOYMENT_TARGET"),
    "xros": ("visionos", "XROS_DEPLOYMENT_TARGET"),
  ]

  /// Finds a target by its name; nil if the project has none.
  ///
  /// - Throws: a refusal if its platform or deployment target isn't one literal value.
  init?(_ name: String, in list: PropertyList, _ path: String) throws(Problem) {
    let objects = list.root["objects"]?.entries ?? []
    let byID = Dictionary(objects.map { ($0.key, $0.value) }) { first, _ in first }
    guard
      let target = objects.first(where: {
        $0.value["isa"]?.string == "PBXNativeTarget" && $0.value["name"]?.string == name
      })?.value
    else { return nil }
    let own = Self.configurations(target, byID)
    let root = list.root["rootObject"]?.string.flatMap { byID[$0] }
    let shared = root.map { Self.configurations($0, byID) } ?? [:]
    func value(_ key: String) throws(Problem) -> String? {
      let values = Set(own.compactMap { $0.value[key] ?? shared[$0.key]?[key] })
      guard let value = values.first else { return nil }
      guard values.count == 1, !value.contains("$") else {
        throw Problem(
          .refused, "has no single value of \(key)", subject: "\(name) in \(path)",
          advice: "add a `platform` line to the Podfile")
      }
      return value
    }
    guard let root = try value("SDKROOT"),
      let (platform, key) = Self.settings.first(where: { root.hasPrefix($0.key) })?.value,
      let version = try value(key).flatMap({ PodVersion($0) })
    else {
      throw Problem(
        .refused, "has no known platform and deployment target", subject: "\(name) in \(path)",
        advice: "add a `platform` line to the Podfile")
    }
    self.platform = PodPlatform(platform, version)
  }

  /// The build settings by the name of the configuration.
  private static func configurations(
    _ owner: PropertyList.Node, _ byID: [String: PropertyList.Node]
  ) -> [String: [String: String]] {
    let list = owner["buildConfigurationList"]?.string.flatMap { byID[$0] }
    var result: [String: [String: String]] = [:]
    for id in list?["buildConfigurations"]?.elements?.compactMap(\.string) ?? [] {
      guard let configuration = byID[id], let name = configuration["name"]?.string else { continue }
      let pairs = configuration["buildSettings"]?.entries ?? []
      result[name] = Dictionary(
        pairs.compactMap { pair in pair.value.string.map { (pair.key, $0) } }
      ) { first, _ in first }
    }
    return result
  }
}
