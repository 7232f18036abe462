import Ecosystem
import JavaScript
import Text
import YAML

/// The settings of `.yarnrc.yml` that influence the lock.
struct BerrySettings: Sendable {
  let source: SourceText
  /// `compressionLevel`; nil if the file has none.
  var compression: String?
  /// `enableTransparentWorkspaces`: whether a range can lead to a member of the workspace.
  var isTransparent = true
  /// `npmMinimalAgeGate` in minutes; nil if the file has none.
  var minimalAge: Int?
  /// The patterns of packages that are exempt from the age: names with an optional range.
  var preapproved: [String] = []
  var extensions: [PackageExtension] = []
  var catalogs = BerryCatalogs()
  /// The registries by scope; the empty scope stands for all other packages.
  var registries: [String: String] = [:]
  /// Plugins of Yarn that don't take part in resolutions.
  private static let plugins = [
    "constraints", "exec", "interactive-tools", "stage", "typescript", "version",
    "workspace-tools", "compat",
  ]
  /// Settings with the only value that is supported.
  private static let fixed = [
    "defaultProtocol": "npm:", "lockfileFilename": "yarn.lock", "enableOfflineMode": "false",
    "defaultLanguageName": "node", "enableNetwork": "true",
  ]

  /// Reads the file in the manifest's folder; nil if it doesn't exist.
  static func read(
    beside manifest: String, in tree: SourceTree
  ) async throws(Problem) -> BerrySettings? {
    let path = TreePath.join(TreePath.folder(of: manifest), ".yarnrc.yml")
    guard tree.listing.contains(path) else { return nil }
    let source = try await tree.readManifest(path)
    var size = Budget("bytes of settings", Settings.sizeLimit)
    try size.spend(source.bytes.count, on: path, at: source.location(at: 0))
    return try BerrySettings(source)
  }
}

extension BerrySettings {
  /// Parses the file.
  ///
  /// - Throws: a refusal for a setting that changes the lock in an unsupported way.
  init(_ source: SourceText) throws(Problem) {
    self.source = source
    let root: YAML.Node?
    do throws(YAML.SyntaxError) {
      root = try YAML.Document(source).root
    } catch {
      throw Problem(
        error.isLimit ? .refused : .failed, error.message, subject: source.file, at: error.location)
    }
    for entry in root?.entries ?? [] {
      if let only = Self.fixed[entry.name], entry.value.string != only {
        throw Self.unsupported(entry)
      }
      try read(entry)
    }
  }

  private mutating func read(_ entry: YAML.Node.Entry) throws(Problem) {
    let value = entry.value
    switch entry.name {
    case "compressionLevel": compression = value.string
    case "enableTransparentWorkspaces": isTransparent = value.string != "false"
    case "npmMinimalAgeGate": minimalAge = try Self.minutes(entry)
    case "npmPreapprovedPackages": preapproved = (value.elements ?? []).compactMap(\.string)
    case "npmRegistryServer": registries[""] = try Self.registry(entry)
    case "npmScopes":
      for scope in value.entries ?? [] {
        for setting in scope.value.entries ?? [] {
          if setting.name == "npmRegistryServer" {
            registries["@" + scope.name] = try Self.registry(setting)
          } else if setting.name == "npmMinimalAgeGate" {
            throw Self.unsupported(setting)
          }
        }
      }
    case "catalog": try catalogs.add("", value)
    case "catalogs":
      for catalog in value.entries ?? [] { try catalogs.add(catalog.name, catalog.value) }
    case "packageExtensions":
      for extended in value.entries ?? [] {
        extensions.append(try PackageExtension(extended.name, extended.value))
      }
    case "plugins": try Self.checkPlugins(value)
    default: break
    }
  }

  /// Refuses plugins other than those of Yarn that don't take part in resolutions.
  private static func checkPlugins(_ node: YAML.Node) throws(Problem) {
    for plugin in node.elements ?? [] {
      let name = plugin["spec"]?.string ?? plugin.string ?? plugin["path"]?.string ?? ""
      let known = plugins.contains { name == "@yarnpkg/plugin-\($0)" }
      guard !known else { continue }
      throw Problem(
        .refused, "is a plugin, whose code could change the lock", subject: name,
        at: plugin.location)
    }
  }

  private static func registry(_ entry: YAML.Node.Entry) throws(Problem) -> String {
    guard let url = entry.value.string, !url.contains("${") else {
      throw Problem(
        .refused, "takes its value from an environment variable, which is unknown",
        subject: entry.name, at: entry.value.location)
    }
    return url
  }

  /// Converts `1440`, `"90m"`, `"12h"`, `"3d"` and `"1w"` to minutes.
  private static func minutes(_ entry: YAML.Node.Entry) throws(Problem) -> Int {
    let text = entry.value.string ?? ""
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["": 1, "m": 1, "h": 60, "d": 1_440, "w": 10_080]
    guard let number = Int(digits), number < 1_000_000,
      let unit = units[String(text.dropFirst(digits.count))]
    else { throw unsupported(entry) }
    return number * unit
  }

  private static func unsupported(_ entry: YAML.Node.Entry) -> Problem {
    Problem(
      .refused, "has a value that martlet doesn't support, because it changes the lock",
      subject: entry.name, at: entry.value.location)
  }

  /// The registries as settings of npm.
  func settings(scopes: [String: String]) -> Settings {
    let lines = registries.sorted { $0.key < $1.key }.map { scope, url in
      (scope.isEmpty ? "" : scope + ":") + "registry=\(url)"
    }
    var settings = Settings(
      SourceText(file: source.file, lines.joined(separator: "\n")))
    settings.scopes = scopes
    return settings
  }
}
