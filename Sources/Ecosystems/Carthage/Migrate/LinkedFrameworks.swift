import Ecosystem
import Text
import Xcode

/// The frameworks of `Carthage/Build` that targets of Xcode projects link.
///
/// A Cartfile doesn't name them: a repository can build several, with any names.
struct LinkedFrameworks {
  /// An Xcode project with the references to frameworks, by identifier.
  struct Linked {
    var objects: ProjectObjects
    var frameworks: [String: String]
  }

  private(set) var projects: [Linked] = []

  /// Reads the Xcode projects in the folder of the Cartfile and below.
  init(of project: CarthageProject) async throws(Problem) {
    let folder = TreePath.folder(of: project.project.manifest)
    let copies: Set<Substring> = ["Carthage", "Pods", "node_modules", ".build"]
    for path in project.tree.listing.files(below: folder)
    where path.hasSuffix(".xcodeproj/project.pbxproj")
      && !path.slashParts().contains(where: copies.contains)
    {
      let objects = try ProjectObjects(try await project.tree.read(path))
      let frameworks = Self.frameworks(in: objects)
      if !frameworks.isEmpty { projects.append(Linked(objects: objects, frameworks: frameworks)) }
    }
  }

  private static func frameworks(in objects: ProjectObjects) -> [String: String] {
    var parents: [String: String] = [:]
    for group in objects.all("PBXGroup") {
      for child in group.node["children"]?.elements ?? [] {
        if let child = child.string { parents[child] = group.id }
      }
    }
    var result: [String: String] = [:]
    for (id, node) in objects.all("PBXFileReference") {
      let name = TreePath.name(of: node["path"]?.string ?? "")
      guard let module = name.framework, path(of: id, objects, parents).contains("Carthage/Build")
      else { continue }
      result[id] = module
    }
    return result
  }

  /// The path of a reference through its groups.
  private static func path(
    of id: String, _ objects: ProjectObjects, _ parents: [String: String]
  ) -> String {
    var parts: [String] = []
    var next: String? = id
    var seen: Set<String> = []
    while let id = next, seen.insert(id).inserted {
      if let part = objects[id]?["path"]?.string { parts.append(part) }
      next = parents[id]
    }
    return parts.reversed().joined(separator: "/")
  }

  /// The frameworks with the targets that link them.
  var parts: [MigrationPart] {
    var uses: [String: [MigrationUse]] = [:]
    for project in projects {
      for (use, module) in project.uses where uses[module]?.contains(use) != true {
        uses[module, default: []].append(use)
      }
    }
    return uses.sorted { $0.key < $1.key }.map {
      MigrationPart(name: $0.key, module: $0.key, products: [$0.key], uses: $0.value)
    }
  }
}

extension LinkedFrameworks.Linked {
  /// The targets with the frameworks that they link.
  fileprivate var uses: [(use: MigrationUse, module: String)] {
    objects.all("PBXNativeTarget").flatMap { target in
      let name = target.node["name"]?.string ?? ""
      let use = MigrationUse(
        project: objects.text.file, target: name, platform: platform(of: name))
      let phases = objects.members(of: target.node, "buildPhases").filter {
        $0.node["isa"]?.string == "PBXFrameworksBuildPhase"
      }
      return phases.flatMap { objects.members(of: $0.node, "files") }
        .compactMap { $0.node["fileRef"]?.string.flatMap { frameworks[$0] } }
        .map { (use, $0) }
    }
  }

  /// The platform of a target; nil if its settings are in other files.
  private func platform(of target: String) -> MigrationPlatform? {
    let names = [
      "ios": "iOS", "macos": "macOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS",
    ]
    guard let list = try? PropertyList(objects.text),
      let found = try? DeploymentTarget(of: target, in: list, objects.text.file),
      let name = names[found.platform]
    else { return nil }
    return MigrationPlatform(name, found.version)
  }
}

extension String {
  /// The module of a framework: `Kit` for `Kit.framework` and `Kit.xcframework`.
  var framework: String? {
    for ending in [".framework", ".xcframework"] where hasSuffix(ending) {
      return String(dropLast(ending.count))
    }
    return nil
  }
}
