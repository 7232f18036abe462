import Ecosystem
import Text

/// Finds the lowest systems that a target of an Xcode project supports.
struct DeploymentTargets {
  let target: XcodeTarget
  /// The contents of the `.xcconfig` files by path.
  let files: [String: SettingsText]

  /// The systems by the word in `SDKROOT` and `SUPPORTED_PLATFORMS`, each with its setting.
  private static let systems = [
    ("iphoneos", "iOS", "IPHONEOS_DEPLOYMENT_TARGET"),
    ("macosx", "macOS", "MACOSX_DEPLOYMENT_TARGET"),
    ("appletvos", "tvOS", "TVOS_DEPLOYMENT_TARGET"),
    ("watchos", "watchOS", "WATCHOS_DEPLOYMENT_TARGET"),
    ("xros", "visionOS", "XROS_DEPLOYMENT_TARGET"),
  ]

  /// Returns the versions of all configurations.
  ///
  /// A system without a setting isn't limited: Xcode takes the newest version then.
  ///
  /// - Throws: `Uncertainty` if a value is computed, or in a file that isn't known.
  func platforms() throws(Uncertainty) -> [MigrationPlatform] {
    var result: [MigrationPlatform] = []
    for levels in target.configurations {
      for (_, name, key) in try systems(levels) {
        guard let text = try value(key, levels) else { continue }
        guard let platform = MigrationPlatform(name, text) else {
          throw Uncertainty("computes \(key)")
        }
        if !result.contains(platform) { result.append(platform) }
      }
    }
    return result
  }

  /// The systems that a configuration builds for.
  private func systems(
    _ levels: [XcodeTarget.Level]
  ) throws(Uncertainty) -> [(String, String, String)] {
    let root = try value("SDKROOT", levels)
    if let root, root != "auto" {
      return Self.systems.filter { root.hasPrefix($0.0) }
    }
    guard let names = try value("SUPPORTED_PLATFORMS", levels) else {
      throw Uncertainty("has no known platform")
    }
    let words = names.split(separator: " ").map(String.init)
    return Self.systems.filter { words.contains($0.0) }
  }

  /// The value of a setting at the first level that has it; nil if none has it.
  private func value(
    _ key: String, _ levels: [XcodeTarget.Level]
  ) throws(Uncertainty) -> String? {
    for level in levels {
      guard !level.partial.contains(key) else {
        throw Uncertainty("has \(key) in some builds only")
      }
      if let value = level.values[key], !value.isInherited { return try literal(value, key) }
      if let obstacle = level.obstacle { throw Uncertainty(obstacle) }
      guard let path = level.file else { continue }
      guard let file = files[path] else {
        throw Uncertainty("takes settings from \(path), which isn't in the repository")
      }
      guard !file.partial.contains(key) else { throw Uncertainty("has \(key) in some builds only") }
      if let value = file.values[key], !value.isInherited { return try literal(value, key) }
      if let obstacle = file.obstacle { throw Uncertainty(obstacle) }
    }
    return nil
  }

  private func literal(_ value: String, _ key: String) throws(Uncertainty) -> String {
    guard !value.contains("$") else { throw Uncertainty("computes \(key)") }
    return value
  }

  /// Why the systems aren't known, as the continuation of the target's name.
  struct Uncertainty: Error {
    var reason: String

    init(_ reason: String) {
      self.reason = reason
    }
  }
}

extension String {
  /// Whether the value is that of the next level: `$(inherited)`.
  fileprivate var isInherited: Bool { self == "$(inherited)" || self == "${inherited}" }
}

extension ContentsReader {
  /// Reads what a target of a project links, and the lowest systems that it supports.
  ///
  /// CocoaPods' files have no deployment targets; git usually ignores them.
  func consumer(
    _ target: XcodeTarget, of project: XcodeProject, _ mirrors: LocationMirrors
  ) async throws(Problem) -> Consumer {
    var consumer = Consumer(target.name, in: project.text.file)
    consumer.products = target.products.map { product in
      Consumer.Product(
        name: product.name,
        package: project.remotes[product.remote].mirrored(by: mirrors).identity)
    }
    var files: [String: SettingsText] = [:]
    for path in target.configurations.joined().compactMap(\.file) where files[path] == nil {
      if Path.name(of: path).hasPrefix("Pods-") {
        files[path] = SettingsText()
      } else if tree.listing.contains(path) {
        files[path] = try await settings(path)
      }
    }
    do throws(DeploymentTargets.Uncertainty) {
      consumer.platforms = try DeploymentTargets(target: target, files: files).platforms()
    } catch {
      consumer.platformObstacle = error.reason
    }
    return consumer
  }
}
