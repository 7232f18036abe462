import Ecosystem
import Text
import YAML

/// A target of an XcodeGen file that links products of packages.
struct GeneratedTarget {
  /// The products by the name of their package in `packages:`.
  typealias Product = (package: String, name: String)

  var consumer: Consumer
  var products: [Product]
}

extension GeneratedTarget {
  /// Reads `targets:`; those without packages are left out.
  static func all(of root: Node?, in text: SourceText) -> [GeneratedTarget] {
    (root?["targets"]?.entries ?? []).compactMap { entry in
      let node = entry.value
      let products = (node["dependencies"]?.elements ?? []).flatMap(products)
      let isTemplated = node["templates"] != nil
      guard !products.isEmpty || isTemplated else { return nil }
      var target = GeneratedTarget(
        consumer: Consumer(entry.key.string ?? "", in: text.file), products: products)
      if isTemplated { target.consumer.productObstacle = "uses templates" }
      target.addPlatforms(of: node, root)
      return target
    }
  }

  /// The products of `- package: Kit`, `product: Core` or `products: [Core, Log]`.
  private static func products(of dependency: Node) -> [Product] {
    guard let package = dependency["package"]?.string else { return [] }
    let several = dependency["products"]?.elements?.compactMap(\.string) ?? []
    let names = several.isEmpty ? [dependency["product"]?.string ?? package] : several
    return names.map { (package, $0) }
  }

  /// Adds the deployment targets, of the target itself or else of `options:`.
  private mutating func addPlatforms(of node: Node, _ root: Node?) {
    if let reason = Self.obstacle(to: node, root) {
      consumer.platformObstacle = reason
      return
    }
    let one = node["platform"]?.string
    var names = node["platform"]?.elements?.compactMap(\.string) ?? []
    if let one, one != "auto" { names = [one] }
    if one == "auto" || node["supportedDestinations"] != nil {
      names = node["supportedDestinations"]?.elements?.compactMap(\.string) ?? []
    }
    let own = node["deploymentTarget"]
    for name in names {
      let value = own?.scalar ?? own?[name]?.scalar
      let version = value ?? root?["options"]?["deploymentTarget"]?[name]?.scalar
      guard let version else { continue }
      guard let platform = MigrationPlatform(name, version.text) else {
        consumer.platformObstacle = "computes its deployment target"
        return
      }
      consumer.platforms.append(platform)
    }
  }

  /// Why the deployment targets can be set elsewhere, too.
  private static func obstacle(to node: Node, _ root: Node?) -> String? {
    let owners = [node, root]
    if node["templates"] != nil { return "uses templates" }
    if owners.contains(where: { $0?["configFiles"] != nil }) { return "has files of settings" }
    if owners.contains(where: { $0?["settings"]?.setsDeploymentTarget == true }) {
      return "has its deployment target among its settings"
    }
    return root?["include"] == nil ? nil : "includes files that can set its deployment target"
  }
}

extension Node {
  /// Whether a key in it, at any depth, sets a deployment target, or a group that can.
  fileprivate var setsDeploymentTarget: Bool {
    var open = [self]
    while let node = open.popLast() {
      for entry in node.entries ?? [] {
        let name = entry.key.string ?? ""
        if name.contains("_DEPLOYMENT_TARGET") || name == "groups" { return true }
        open.append(entry.value)
      }
    }
    return false
  }
}

extension GeneratedFiles {
  /// The targets of all files with the identities of the packages that they link.
  func consumers(_ mirrors: LocationMirrors) -> [Consumer] {
    targets.map { target in
      var consumer = target.consumer
      consumer.products = target.products.compactMap { product in
        remotes[product.package].map {
          Consumer.Product(name: product.name, package: $0.mirrored(by: mirrors).identity)
        }
      }
      return consumer
    }.filter { !$0.products.isEmpty || $0.productObstacle != nil }
  }
}
