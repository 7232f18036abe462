import Ecosystem
import JSON
import Text
import YAML

/// A parsed `pnpm-workspace.yaml`: the members of a workspace, its catalogs and settings.
struct WorkspaceFile: Sendable {
  /// The path from the root of the tree.
  var path: String
  /// The parsed file.
  var document: YAML.Document

  /// Parses a file.
  init(_ source: SourceText) throws(Problem) {
    path = source.file
    do throws(YAML.SyntaxError) {
      document = try YAML.Document(source)
    } catch {
      throw Problem(
        error.isLimit ? .refused : .failed, "is not YAML: \(error.message)", subject: source.file,
        at: error.location)
    }
    if let key = document.repeatedKeys.first {
      throw Problem(.failed, "occurs twice", subject: key.name, at: key.location)
    }
  }

  /// The patterns of members, with their places.
  var packages: [(pattern: String, location: Location)] {
    (document.root?["packages"]?.elements ?? []).compactMap { node in
      node.string.map { ($0, node.location) }
    }
  }

  /// The settings in the order of the file.
  var settings: [(key: String, value: Value, location: Location)] {
    (document.root?.entries ?? []).filter {
      !["packages", "catalog", "catalogs"].contains($0.name)
    }.map { ($0.name, Value($0.value), $0.value.location) }
  }

  /// The rules of `overrides`, by what they replace.
  var overrides: [CatalogEntry] {
    (document.root?["overrides"]?.entries ?? []).compactMap { entry in
      entry.value.scalar.map {
        CatalogEntry(
          catalog: "", name: entry.name, requirement: $0.text, node: entry.value, isOverride: true)
      }
    }
  }

  /// The entries of all catalogs; that of `catalog` is called `default`.
  var entries: [CatalogEntry] {
    let single = (document.root?["catalog"]?.entries ?? []).map { ("default", $0) }
    let named = (document.root?["catalogs"]?.entries ?? []).flatMap { catalog in
      (catalog.value.entries ?? []).map { (catalog.name, $0) }
    }
    return (single + named).compactMap { catalog, entry in
      entry.value.scalar.map {
        CatalogEntry(
          catalog: catalog, name: entry.name, requirement: $0.text, node: entry.value)
      }
    }
  }
}

/// An entry of a catalog, or of `overrides`.
struct CatalogEntry: Sendable {
  /// `default` for the unnamed catalog.
  var catalog: String
  var name: String
  var requirement: String
  /// The requirement in the file.
  var node: YAML.Node
  /// Whether it is a rule of `overrides` instead, which belongs to no catalog.
  var isOverride = false
}

/// The catalogs of a workspace: requirements by catalog and package.
struct Catalogs: Sendable {
  var requirements: [String: [String: String]] = [:]

  /// Collects the entries of a file.
  init(_ file: WorkspaceFile?) {
    for entry in file?.entries ?? [] {
      requirements[entry.catalog, default: [:]][entry.name] = entry.requirement
    }
  }

  /// Returns the name of the catalog in `catalog:` or `catalog:name`; nil for other requirements.
  static func name(in requirement: String) -> String? {
    guard requirement.hasPrefix("catalog:") else { return nil }
    let name = String(requirement.dropFirst("catalog:".count))
    return name.isEmpty ? "default" : name
  }

  /// Returns the entry that a requirement names; nil for one without `catalog:`.
  ///
  /// - Throws: `Problem` if the catalog does not have the package, or an entry that is not allowed.
  func entry(
    for name: String, _ requirement: String
  ) throws(Problem) -> (catalog: String, requirement: String)? {
    guard let catalog = Self.name(in: requirement) else { return nil }
    guard let found = requirements[catalog]?[name] else {
      throw Problem(
        .unsolvable, "is not in the catalog \(catalog)", subject: name,
        explanation: ["The requirement of \(name) is \(requirement)."])
    }
    let forbidden = ["catalog:", "workspace:", "link:", "file:"]
    if forbidden.contains(where: found.hasPrefix) {
      throw Problem(
        .unsolvable, "has a catalog entry that pnpm does not allow: \(found)", subject: name)
    }
    return (catalog, found)
  }
}
