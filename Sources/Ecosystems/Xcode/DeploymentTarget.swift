package import Ecosystem

/// The platform of a target, with the deployment target of all its configurations.
package struct DeploymentTarget: Hashable, Sendable {
  /// `ios`, `macos`, `tvos`, `watchos` or `visionos`.
  package let platform: String
  /// The version as written: `15.0`.
  package let version: String

  private static let settings = [
    "iphoneos": ("ios", "IPHONEOS_DEPLOYMENT_TARGET"),
    "macosx": ("macos", "MACOSX_DEPLOYMENT_TARGET"),
    "appletvos": ("tvos", "TVOS_DEPLOYMENT_TARGET"),
    "watchos": ("watchos", "WATCHOS_DEPLOYMENT_TARGET"),
    "xros": ("visionos", "XROS_DEPLOYMENT_TARGET"),
  ]

  /// Finds a target by its name; nil if the project has none.
  ///
  /// - Parameters:
  ///   - name: the name of the target.
  ///   - list: the project.
  ///   - path: the path of the project, for messages.
  ///   - advice: what a person can do if the version isn't known.
  /// - Throws: a refusal if its platform or deployment target isn't one literal value.
  package init?(
    of name: String, in list: PropertyList, _ path: String, advice: String? = nil
  ) throws(Problem) {
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
          .refused, "has no single value of \(key)", subject: "\(name) in \(path)", advice: advice)
      }
      return value
    }
    guard let root = try value("SDKROOT"),
      let (platform, key) = Self.settings.first(where: { root.hasPrefix($0.key) })?.value,
      let version = try value(key)
    else {
      throw Problem(
        .refused, "has no known platform and deployment target", subject: "\(name) in \(path)",
        advice: advice)
    }
    self.platform = platform
    self.version = version
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
