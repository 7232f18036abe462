import Ecosystem
import Text
import Xcode

/// A target of an Xcode project that links products of remote packages.
struct XcodeTarget: Hashable {
  /// A product of a package.
  struct Product: Hashable {
    var name: String
    /// The index in `XcodeProject.remotes`.
    var remote: Int
  }

  /// The settings of a build configuration, at one level: of the target, or of the project.
  struct Level: Hashable {
    var values: [String: String] = [:]
    /// Keys that a value applies to in some builds only: `SDKROOT` of `SDKROOT[arch=arm64]`, or all
    /// that aren't texts.
    var partial: Set<String> = []
    /// The path of the `.xcconfig` below the values; nil without one.
    var file: String?
    /// Why the `.xcconfig` isn't known, as the continuation of a target's name.
    var obstacle: String?
  }

  var name: String
  var products: [Product]
  /// By configuration the levels whose values count, the target's own first.
  var configurations: [[Level]]
}

/// Finds the targets of a project that link products of remote packages.
struct XcodeTargets {
  let objects: [String: PropertyList.Node]
  /// The project object.
  let root: PropertyList.Node
  /// The indices in `XcodeProject.remotes` by identifier.
  let remotes: [String: Int]

  /// Returns the targets in the order of the project.
  ///
  /// `paths` returns the paths of file references; it is called only if there are such targets.
  func targets(_ paths: () -> [String: String]) -> [XcodeTarget] {
    guard !remotes.isEmpty else { return [] }
    let linking = nodes(root, "targets").map { ($0, products(of: $0)) }.filter { !$0.1.isEmpty }
    guard !linking.isEmpty else { return [] }
    let paths = paths()
    let shared = levels(of: root, paths)
    return linking.map { target, products in
      let own = levels(of: target, paths).sorted { $0.key < $1.key }
      return XcodeTarget(
        name: target["name"]?.string ?? "", products: products,
        configurations: own.map { name, level in [level, shared[name]].compactMap(\.self) })
    }
  }

  /// The products that a target links, embeds or runs as plugins, each once.
  private func products(of target: PropertyList.Node) -> [XcodeTarget.Product] {
    var ids = target["packageProductDependencies"]?.elements?.compactMap(\.string) ?? []
    ids += nodes(target, "buildPhases").flatMap { nodes($0, "files") }
      .compactMap { $0["productRef"]?.string }
    ids += nodes(target, "dependencies").compactMap { $0["productRef"]?.string }
    var result: [XcodeTarget.Product] = []
    for id in ids {
      guard let node = objects[id], let name = node["productName"]?.string,
        let remote = node["package"]?.string.flatMap({ remotes[$0] })
      else { continue }
      let plain = name.hasPrefix("plugin:") ? String(name.dropFirst(7)) : name
      let product = XcodeTarget.Product(name: plain, remote: remote)
      if !result.contains(product) { result.append(product) }
    }
    return result
  }

  /// The settings of an object by the name of the configuration.
  private func levels(
    of owner: PropertyList.Node, _ paths: [String: String]
  ) -> [String: XcodeTarget.Level] {
    let list = owner["buildConfigurationList"]?.string.flatMap { objects[$0] }
    var result: [String: XcodeTarget.Level] = [:]
    for node in list.map({ nodes($0, "buildConfigurations") }) ?? [] {
      guard let name = node["name"]?.string else { continue }
      var level = XcodeTarget.Level()
      for entry in node["buildSettings"]?.entries ?? [] {
        let key = String(entry.key.prefix { $0 != "[" })
        if key == entry.key, let value = entry.value.string {
          level.values[key] = value
        } else {
          level.partial.insert(key)
        }
      }
      addFile(of: node, to: &level, paths)
      result[name] = level
    }
    return result
  }

  private func addFile(
    of configuration: PropertyList.Node, to level: inout XcodeTarget.Level,
    _ paths: [String: String]
  ) {
    let anchor = configuration["baseConfigurationReferenceRelativePath"]?.string
    guard let id = configuration["baseConfigurationReference"]?.string else {
      level.obstacle = anchor.map { "takes settings from \($0), which isn't read" }
      return
    }
    level.file = paths[id]
    let written = objects[id]?["path"]?.string ?? id
    if level.file == nil { level.obstacle = "takes settings from \(written), which isn't found" }
  }

  private func nodes(_ owner: PropertyList.Node, _ key: String) -> [PropertyList.Node] {
    (owner[key]?.elements ?? []).compactMap { $0.string.flatMap { objects[$0] } }
  }
}
