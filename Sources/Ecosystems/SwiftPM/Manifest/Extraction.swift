import SwiftSources
import Text

/// Turns the objects that a manifest made into what it declares.
struct Extraction {
  /// The manifest's own tools version, which says what it may use.
  let tools: ToolsVersion
  let text: SourceText
  let evaluation: Evaluation

  /// How many dependencies a manifest may declare.
  static let dependencyLimit = 1_000
  /// How many elements any other list of a manifest may have.
  static let listLimit = 10_000

  /// The objects of a list, each settled by the type that is expected; absent ones are left out.
  func objects(
    _ label: String, of made: Made, as type: String
  ) throws(ManifestError) -> [Value] {
    var result: [Value] = []
    for value in try list(label, of: made) {
      let settled = try evaluation.settled(value, as: type)
      if let uncertainty = settled.uncertainty { throw uncertainty }
      if !settled.isNone { result.append(settled) }
    }
    return result
  }

  func name(of package: Made) throws(ManifestError) -> String {
    try string(package["name"] ?? package.unlabelled ?? .none, "the package's name", package)
  }

  func string(_ value: Value, _ what: String, _ made: Made) throws(ManifestError) -> String {
    if let text = value.string { return text }
    throw value.uncertainty ?? refusal("\(what) is not a known text", made)
  }

  func refusal(_ reason: String, _ made: Made) -> ManifestError {
    ManifestError(.refused, reason, at: made.range.lowerBound)
  }

  /// The elements of a field that holds a list; none where it is left out.
  func list(_ label: String, of made: Made) throws(ManifestError) -> [Value] {
    if let uncertainty = made.uncertainty { throw uncertainty }
    let value = made[label] ?? .none
    if value.isNone { return [] }
    guard let list = value.list else {
      throw value.uncertainty ?? refusal("`\(label)` is not a known list", made)
    }
    // The order of dependencies can decide between solutions; that of targets cannot.
    guard list.isOrdered || label != "dependencies" || made.name != "Package" else {
      throw refusal("the order of `\(label)` is that of a set or a dictionary", made)
    }
    let elements = list.elements
    let limit =
      label == "dependencies" && made.name == "Package" ? Self.dependencyLimit : Self.listLimit
    guard elements.count <= limit else {
      throw refusal("`\(label)` has more than \(limit) elements", made)
    }
    for element in elements {
      if let uncertainty = element.uncertainty { throw uncertainty }
    }
    return elements
  }

  func strings(_ label: String, of made: Made) throws(ManifestError) -> [String] {
    var result: [String] = []
    for element in try list(label, of: made) {
      result.append(try string(element, "an element of `\(label)`", made))
    }
    return result
  }

  /// Whether the manifest's tools version has an API; below it, SwiftPM does not load the file.
  func require(_ version: ToolsVersion, for what: String, _ made: Made) throws(ManifestError) {
    guard tools < version else { return }
    throw ManifestError(
      .malformed, "uses `\(what)`, which needs tools \(version.major).\(version.minor)",
      at: made.range.lowerBound)
  }
}

/// Products, targets and traits.
extension Extraction {
  func products(of package: Made) throws(ManifestError) -> [PackageManifest.Product] {
    var result: [PackageManifest.Product] = []
    for value in try objects("products", of: package, as: "Product") {
      guard let made = value.made else {
        throw refusal("a product is not known", package)
      }
      let name = try string(made["name"] ?? .none, "a product's name", made)
      result.append(PackageManifest.Product(name: name, targets: try strings("targets", of: made)))
    }
    return result
  }

  func targets(of package: Made) throws(ManifestError) -> [PackageManifest.Target] {
    var result: [PackageManifest.Target] = []
    for value in try objects("targets", of: package, as: "Target") {
      guard let made = value.made else {
        throw refusal("a target is not known", package)
      }
      if let uncertainty = made.uncertainty { throw uncertainty }
      result.append(try target(made))
    }
    return result
  }

  private func target(_ made: Made) throws(ManifestError) -> PackageManifest.Target {
    let since: [String: ToolsVersion] = [
      "executableTarget": ToolsVersion(5, 4), "binaryTarget": ToolsVersion(5, 3),
      "plugin": ToolsVersion(5, 5), "macro": ToolsVersion(5, 9),
    ]
    if let version = since[made.name] { try require(version, for: ".\(made.name)", made) }
    let name = try string(made["name"] ?? made.unlabelled ?? .none, "a target's name", made)
    var uses: [PackageManifest.Use] = []
    for value in try objects("dependencies", of: made, as: "Target.Dependency") {
      uses.append(try use(value, in: made))
    }
    for value in try list("plugins", of: made) {
      uses.append(try plugin(value, in: made))
    }
    return PackageManifest.Target(name: name, isTest: made.name == "testTarget", uses: uses)
  }

  private func use(_ value: Value, in target: Made) throws(ManifestError) -> PackageManifest.Use {
    if let name = value.string { return PackageManifest.Use(kind: .byName, name: name) }
    guard let made = value.made else {
      throw value.uncertainty ?? refusal("a target's dependency is not known", target)
    }
    let kinds: [String: PackageManifest.Use.Kind] = [
      "target": .target, "product": .product, "byName": .byName, "init": .byName,
      "targetItem": .target, "productItem": .product, "byNameItem": .byName,
    ]
    guard let kind = kinds[made.name] else {
      throw refusal("a target's dependency `.\(made.name)` is not known", made)
    }
    return PackageManifest.Use(
      kind: kind, name: try string(made["name"] ?? made.unlabelled ?? .none, "a name", made),
      package: try optionalString("package", of: made),
      traits: try condition(made["condition"] ?? .none, made))
  }

  func optionalString(_ label: String, of made: Made) throws(ManifestError) -> String? {
    guard let value = made[label], !value.isNone else { return nil }
    return try string(value, "`\(label)`", made)
  }

  private func condition(_ value: Value, _ made: Made) throws(ManifestError) -> Set<String> {
    guard let when = value.made else { return [] }
    return Set(try strings("traits", of: when))
  }

  private func plugin(_ value: Value, in target: Made) throws(ManifestError) -> PackageManifest.Use
  {
    if let name = value.string { return PackageManifest.Use(kind: .plugin, name: name) }
    guard let made = value.made else {
      throw value.uncertainty ?? refusal("a target's plugin is not known", target)
    }
    return PackageManifest.Use(
      kind: .plugin, name: try string(made["name"] ?? made.unlabelled ?? .none, "a name", made),
      package: try optionalString("package", of: made))
  }

  func traits(of package: Made) throws(ManifestError) -> [PackageManifest.Trait] {
    let values = try list("traits", of: package)
    if !values.isEmpty { try require(ToolsVersion(6, 1), for: "traits", package) }
    var result: [PackageManifest.Trait] = []
    for value in values {
      if let name = value.string {
        result.append(PackageManifest.Trait(name: name, enables: []))
      } else if let made = value.made {
        let enables = Set(try strings("enabledTraits", of: made))
        let name =
          made.name == "default"
          ? "default" : try string(made["name"] ?? made.unlabelled ?? .none, "a trait", made)
        result.append(PackageManifest.Trait(name: name, enables: enables))
      }
    }
    return result
  }
}
