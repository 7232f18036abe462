package import SwiftSources
package import Text

/// Which of a package's manifests counts for some tools, as SwiftPM 6.3.1 finds it.
package enum ManifestChoice {
  /// Whether a path, from the package's root, may be a manifest.
  package static func isManifest(_ path: String) -> Bool {
    path == "Package.swift" || version(ofSpecific: path) != nil
  }

  /// Picks among the manifests of one package, by name.
  ///
  /// A file marked for exactly these tools wins outright. Else the newest marked file not beyond
  /// them counts where its own tools version is higher than that of the plain manifest, or where
  /// the plain one asks for other tools.
  ///
  /// - Returns: nil where there is no plain manifest and none marked for exactly these tools.
  package static func pick(_ files: [String: SourceText], tools: ToolsVersion) -> SourceText? {
    for suffix in tools.suffixes {
      if let exact = files["Package\(suffix).swift"] { return exact }
    }
    guard let plain = files["Package.swift"] else { return nil }
    let candidates = files.keys.sorted().compactMap { name in
      version(ofSpecific: name).map { (version: $0, name: name) }
    }
    let best = candidates.filter { $0.version <= tools }.max { $0.version < $1.version }
    guard let best, let marked = files[best.name] else { return plain }
    let own = best.version < .oldest ? ToolsVersion.unmarked : toolsVersion(of: marked)
    let regular = toolsVersion(of: plain)
    return own > regular || !tools.reads(regular) ? marked : plain
  }

  /// The tools version that a manifest asks for; what cannot be read counts as none.
  package static func toolsVersion(of text: SourceText) -> ToolsVersion {
    if case .version(let version) = ToolsVersion.comment(in: text) { version } else { .unmarked }
  }

  /// The version in `Package@swift-5.9.swift`.
  static func version(ofSpecific path: String) -> ToolsVersion? {
    guard path.hasPrefix("Package@swift-"), path.hasSuffix(".swift") else { return nil }
    let text = path.dropFirst("Package@swift-".count).dropLast(".swift".count)
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in part.allSatisfy(\.isASCIIDigit) ? Int(part) : nil }
    guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
    return ToolsVersion(
      numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
  }
}
