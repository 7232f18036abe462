import Ecosystem
import SwiftSources
import Text

/// The Swift tools that a project is read and locked for, and what names them.
///
/// The nearest of `.swift-version`, `.tool-versions` and `mise.toml` decides for a package, and
/// `.xcode-version` for an Xcode project. A Swift that can't read the project's own manifest is
/// ignored: such a file belongs to another tool, often a formatter. The operator's file is the
/// default, then Swift 6.3.1.
struct SwiftTools: Hashable, Sendable {
  var version: ToolsVersion
  /// The file that names the version; nil if none does.
  var origin: String?
  /// The name in `origin` as it is written, such as `5.9`.
  var shown: String
  /// Why the version that a file names isn't used.
  private(set) var remark: String?

  /// The report of `check --verbose` and `why`.
  var reported: ToolVersion { ToolVersion("Swift", shown, from: origin, remark: remark) }

  /// Chooses the tools for a project.
  init(
    for project: Project, in tree: SourceTree, toolchain: Toolchain
  ) async throws(Problem) {
    let standard = Self(toolchain)
    let isPackage = project.isPackage
    let files =
      isPackage
      ? VersionFile(of: "swift", own: ".swift-version")
      : VersionFile(of: "xcode", own: ".xcode-version")
    let named = try await files.nearest(to: project.manifest, in: tree) { text, path in
      isPackage ? Self(swift: text, path) : Self(xcode: text, path)
    }
    guard let named else {
      self = standard
      return
    }
    if isPackage, try await !Self.reads(project.manifest, in: tree, named.version) {
      self = standard
      remark = "\(named.origin ?? "") names \(named.shown), which cannot read \(project.manifest)"
    } else {
      self = named
    }
  }

  /// The operator's Swift, or otherwise the standard one.
  init(_ toolchain: Toolchain) {
    let stated = toolchain.stated(.swift)
    shown = toolchain[.swift]
    version = ToolsVersion(shown) ?? ToolsVersion(6, 3, 1)
    origin = stated == nil ? nil : ToolVersion.operatorsFile
  }

  /// A release of Swift: `5.9`, `swift-6.0.3-RELEASE`, `6.2-snapshot`.
  private init?(swift text: String, _ path: String) {
    guard let version = ToolsVersion(text) else { return nil }
    self.version = version
    shown = text.replacing("-RELEASE", with: "")
    origin = path
  }

  /// The Swift of a release of Xcode.
  private init?(xcode text: String, _ path: String) {
    guard let version = XcodeRelease.swift(of: text) else { return nil }
    self.version = version
    shown = "\(version.major).\(version.minor)"
    origin = "\(path) (Xcode \(text))"
    if XcodeRelease.isNewer(text) {
      remark = "Xcode \(text) is newer than \(XcodeRelease.newest), the last known one"
    }
  }

  /// Whether tools read the manifest that they would choose in a folder.
  private static func reads(
    _ manifest: String, in tree: SourceTree, _ tools: ToolsVersion
  ) async throws(Problem) -> Bool {
    var files: [String: SourceText] = [:]
    let folder = Path.folder(of: manifest)
    for path in tree.listing.files(in: folder) {
      let name = Path.name(of: path)
      if ManifestChoice.isManifest(name) { files[name] = try await tree.read(path) }
    }
    guard let chosen = ManifestChoice.pick(files, tools: tools) else { return true }
    return ManifestChoice.toolsVersion(of: chosen) <= tools
  }
}

/// Releases of Xcode and the Swift that comes with them.
enum XcodeRelease {
  /// The first release of Xcode with each Swift, from Apple's release notes.
  ///
  /// A newer Xcode than 26.4 counts as 26.4, and one before 13.3 is not supported.
  private static let table: [(xcode: [Int], swift: ToolsVersion)] = [
    ([13, 3], ToolsVersion(5, 6)), ([14, 0], ToolsVersion(5, 7)), ([14, 3], ToolsVersion(5, 8)),
    ([15, 0], ToolsVersion(5, 9)), ([15, 3], ToolsVersion(5, 10)), ([16, 0], ToolsVersion(6, 0)),
    ([16, 3], ToolsVersion(6, 1)), ([26, 0], ToolsVersion(6, 2)), ([26, 4], ToolsVersion(6, 3)),
  ]

  /// The last known release.
  static let newest = "26.4"

  /// Whether a release is newer than the last known one.
  static func isNewer(_ text: String) -> Bool {
    guard let release = numbers(of: text), let last = numbers(of: newest) else { return false }
    return last.lexicographicallyPrecedes(release)
  }

  /// The Swift of `16.2` or `26`; nil for another text and for an older Xcode.
  static func swift(of text: String) -> ToolsVersion? {
    numbers(of: text).flatMap { release in
      table.last { !release.lexicographicallyPrecedes($0.xcode) }?.swift
    }
  }

  /// The first two numbers of a release.
  private static func numbers(of text: String) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in part.allSatisfy(\.isASCIIDigit) ? Int(part) : nil }
    guard let major = numbers.first, numbers.count == parts.count else { return nil }
    return [major, numbers.count > 1 ? numbers[1] : 0]
  }
}
