package import Text

/// The version of a tool as one place of a repository states it.
///
///     package.json:4:21  "packageManager": "pnpm@10.34.5+sha512.…"  pnpm, exactly 10.34.5
///     .nvmrc:1:1         lts/iron                                   Node, in the range 20
///     pnpm-lock.yaml:1:1 lockfileVersion: '9.0'                     pnpm, in the range >=9.0.0
package struct ToolStatement: Hashable, Sendable {
  /// The kinds of places, the most decisive first.
  package enum Source: Int, Hashable, Sendable, Comparable {
    /// `yarnPath` of `.yarnrc.yml`: Yarn runs this file whatever `packageManager` names.
    case yarnPath
    /// `packageManager` of a manifest, which corepack runs.
    case packageManager
    /// `devEngines.packageManager` or `devEngines.runtime` of a manifest.
    case devEngines
    /// `volta` of a manifest.
    case volta
    /// A file of a version manager: `.nvmrc`, `.node-version`, `.tool-versions`, mise's.
    case versionFile
    /// `engines` of a manifest: the versions that the package supports.
    case engines
    /// The format of a lock, which several versions write.
    case lock

    /// Compares how decisive two kinds are.
    package static func < (left: Source, right: Source) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// The tool.
  package let tool: Tool
  /// The kind of place.
  package let source: Source
  /// The version as written, without its hash: `10.34.5`, `^10`, `lts/*`.
  package let text: String
  /// The stated versions; nil for a text that names no certain one, such as `latest` or a URL.
  ///
  /// A single version is a range too. Pre-releases count like other versions.
  package let range: Range?
  /// The version, if the place states a single one with all three numbers.
  package let version: Version?
  /// The place in its file without line: `volta of package.json`, `.nvmrc`.
  package let origin: String
  /// The line and column of the version.
  package let location: Location

  /// Creates a statement.
  ///
  /// - Parameters:
  ///   - tool: the tool.
  ///   - source: the kind of place.
  ///   - text: the version as written.
  ///   - field: the field of the file, if it is one: `volta`.
  ///   - range: the stated versions, if the text isn't a range itself.
  ///   - location: the place of the version.
  package init(
    _ tool: Tool, _ source: Source, _ text: String, field: String? = nil, range: String? = nil,
    at location: Location
  ) {
    self.tool = tool
    self.source = source
    self.text = text
    let number = range ?? (text.hasPrefix("v") ? String(text.dropFirst()) : text)
    self.range = number.isEmpty ? nil : Range(number, includePrerelease: true)
    version = Version(number, loose: true)
    origin = (field.map { "\($0) of " } ?? "") + location.file
    self.location = location
  }

  /// Whether a file of a version manager has a name that means other versions later: `lts/*`, `node`.
  package var isMoving: Bool {
    source == .versionFile && range != nil && version == nil && range?.text != text
      && range?.text.hasPrefix(">=") == true
  }

  /// The statement as a clause without line: `volta of package.json names 20.9.0`.
  package var clause: String {
    "\(origin) names \(isMoving ? text : version?.description ?? range?.text ?? text)"
  }
}
