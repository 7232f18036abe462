import Ecosystem
import SwiftSources
import Text

/// The targets of a package with the folders of their sources, and what the package needs.
struct PackageLayout {
  struct Target {
    var name: String
    /// The name by which other code imports it.
    var module: String
    /// The word of the manifest: `target`, `binaryTarget`, `macro`.
    var kind: String
    /// The folder; nil for the usual one.
    var path: String?
    /// The files or folders inside; nil for all.
    var sources: [String]?
    var excluded: [String] = []
    /// Whether a tool of a plugin can make sources for it.
    var hasPlugins = false
  }

  var targets: [Target] = []
  var tools: ToolsVersion
  var platforms: [String: String] = [:]

  /// The targets that other code can import.
  var modules: Set<String> {
    let kinds: Set = ["target", "binaryTarget", "systemLibrary"]
    return Set(targets.filter { kinds.contains($0.kind) }.map(\.module))
  }

  /// The lowest versions that SwiftPM assumes without `platforms:`.
  private static let oldestPlatforms = [
    "macOS": "10.13", "iOS": "12.0", "tvOS": "12.0", "watchOS": "4.0", "visionOS": "1.0",
  ]

  /// The lowest versions of the systems that the package runs on.
  var neededPlatforms: [String: String] { Self.oldestPlatforms.merging(platforms) { $1 } }

  /// Returns a module with its sources among the files of the package; nil if it has no such target.
  func module(_ name: String, in listing: TreeListing) -> SwiftModule? {
    guard let target = targets.first(where: { $0.module == name }) else { return nil }
    guard target.kind == "target" else {
      return SwiftModule(name, gaps: ["has the module `\(name)` as a \(target.kind)"])
    }
    var module = SwiftModule(name, paths: sources(of: target, in: listing))
    if target.hasPlugins { module.gaps.append("makes sources of `\(name)` by a plugin") }
    if module.paths.isEmpty { module.gaps.append("has no Swift sources of `\(name)`") }
    return module
  }

  /// Returns the folder of a target among the files of the package; nil if it has none.
  func folder(of target: Target, in listing: TreeListing) -> String? {
    if let path = target.path {
      let parts = path.slashParts().filter { $0 != "." }
      return parts.contains("..") ? nil : parts.joined(separator: "/")
    }
    let parents = ["Sources", "Source", "src", "srcs"]
    let candidates = parents.map { "\($0)/\(target.name)" }
    if let folder = candidates.first(where: listing.holdsFolder) { return folder }
    // The only target of a package can have its files directly in the folder of sources.
    guard targets.count(where: { $0.kind != "testTarget" }) == 1 else { return nil }
    return parents.first(where: listing.holdsFolder)
  }

  /// Returns the Swift sources of a target among the files of the package, sorted.
  func sources(of target: Target, in listing: TreeListing) -> [String] {
    guard let folder = folder(of: target, in: listing) else { return [] }
    let prefix = folder.isEmpty ? "" : "\(folder)/"
    return listing.files(below: folder).filter { path in
      guard path.hasSuffix(".swift") else { return false }
      let rest = path.dropFirst(prefix.count)
      let isIn = { (entry: String) in
        let entry = entry.hasSuffix("/") ? String(entry.dropLast()) : entry
        return rest == entry || rest.hasPrefix("\(entry)/") || entry == "."
      }
      return target.sources.map { $0.contains(where: isIn) } ?? true
        && !target.excluded.contains(where: isIn)
    }.sorted()
  }
}

extension ManifestReader {
  /// Evaluates a manifest to the layout of its package.
  ///
  /// - Throws: `ManifestError` if it isn't a manifest, or if its targets depend on code that isn't
  ///   evaluated.
  func layout(in text: SourceText) throws(ManifestError) -> PackageLayout {
    try extracting(ManifestChoice.toolsVersion(of: text), from: text) {
      extraction, package throws(ManifestError) in
      var layout = PackageLayout(tools: extraction.tools)
      for platform in try extraction.platforms(of: package) {
        layout.platforms[platform.name] = platform.version.map(String.init).joined(separator: ".")
      }
      for value in try extraction.objects("targets", of: package, as: "Target") {
        guard let made = value.made else {
          throw extraction.refusal("a target is not known", package)
        }
        layout.targets.append(try extraction.layout(of: made))
      }
      return layout
    }
  }
}

extension Extraction {
  fileprivate func layout(of made: Made) throws(ManifestError) -> PackageLayout.Target {
    if let uncertainty = made.uncertainty { throw uncertainty }
    let name = try string(made["name"] ?? made.unlabelled ?? .none, "a target's name", made)
    var target = PackageLayout.Target(name: name, module: name.moduleName, kind: made.name)
    target.path = try optionalString("path", of: made)
    if let sources = made["sources"], !sources.isNone {
      target.sources = try strings("sources", of: made)
    }
    target.excluded = try strings("exclude", of: made)
    target.hasPlugins = try !list("plugins", of: made).isEmpty
    return target
  }
}
