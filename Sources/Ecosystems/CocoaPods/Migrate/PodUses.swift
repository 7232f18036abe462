import Ecosystem
import Text
import Xcode

/// The targets of Xcode projects that use each pod and subspec.
///
/// A target that only searches the headers of another one (`inherit! :search_paths`) doesn't link its
/// pods, and isn't listed.
struct PodUses: Sendable {
  private var uses: [String: [MigrationUse]] = [:]
  private var problems: [String: [MigrationObstacle]] = [:]

  init(_ project: PodProject) async throws(Problem) {
    let podfile = project.podfile
    let platforms = XcodePlatforms(folder: project.folder, tree: project.tree)
    var projects: [String: PropertyList] = [:]
    for index in podfile.targets.indices where !podfile.targets[index].isAbstract {
      let names = try podfile.dependencies(of: index).map(\.name)
      guard !names.isEmpty else { continue }
      let target = podfile.targets[index].name
      do throws(Problem) {
        switch platforms.projectPath(of: index, in: podfile) {
        case .missing(let reason): add(names, Self.obstacle(target, reason))
        case .found(let path):
          if projects[path] == nil {
            projects[path] = try PropertyList(try await project.tree.read(path))
          }
          add(names, Self.use(of: index, podfile, path, projects[path]))
        }
      } catch {
        add(names, Self.obstacle(target, "it \(error.message)"))
      }
    }
  }

  /// Describes a target whose Xcode project can't be edited.
  private static func obstacle(_ target: String, _ reason: String) -> MigrationObstacle {
    MigrationObstacle(
      .noTarget, "is used by \(target), whose Xcode project can't be edited: \(reason)")
  }

  private mutating func add(_ names: [String], _ use: MigrationUse) {
    for name in names where uses[name]?.contains(use) != true {
      uses[name, default: []].append(use)
    }
  }

  private mutating func add(_ names: [String], _ obstacle: MigrationObstacle) {
    for root in Set(names.map(\.podRoot)) { problems[root, default: []].append(obstacle) }
  }

  /// The deployment target of the Xcode target, or that of the Podfile if the project has no single
  /// one.
  private static func use(
    of index: Int, _ podfile: Podfile, _ path: String, _ list: PropertyList?
  ) -> MigrationUse {
    let name = podfile.targets[index].name
    let own: PodPlatform?
    do throws(Problem) {
      own = try list.flatMap { list throws(Problem) in
        try XcodeTarget(name, in: list, path)?.platform
      }
    } catch {
      // Its settings are in other files, such as `.xcconfig`.
      own = nil
    }
    let platform = own ?? podfile.platform(of: index)
    return MigrationUse(project: path, target: name, platform: platform?.migration)
  }

  /// The names under which targets use a pod: its own, and those of its subspecs.
  func names(of root: String) -> [String] { uses.keys.filter { $0.podRoot == root }.sorted() }

  /// Why targets can't get a package instead of a pod.
  func obstacles(of root: String) -> [MigrationObstacle] { (problems[root] ?? []).uniqued() }

  subscript(name: String) -> [MigrationUse] { uses[name] ?? [] }
}

extension PodPlatform {
  /// The platform with Apple's name.
  fileprivate var migration: MigrationPlatform? {
    let names = [
      "ios": "iOS", "osx": "macOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS",
    ]
    return names[name].flatMap { name in target.flatMap { MigrationPlatform(name, $0.text) } }
  }
}
