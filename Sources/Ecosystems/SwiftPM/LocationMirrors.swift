import Ecosystem
import JSON
import Text

/// Other places for locations, as a `mirrors.json` of the repository has them: in
/// `.swiftpm/configuration` of a package, in `xcshareddata/swiftpm/configuration` of a workspace.
///
/// SwiftPM compares whole texts and takes a package's identity from the mirror, while the lock
/// keeps what the manifests say. What the operator forbids stays forbidden: a mirror's address goes
/// through the same clients as any other.
struct LocationMirrors: Hashable, Sendable {
  private var mirrors: [String: String] = [:]
  private var originals: [String: String] = [:]

  init() {}

  /// Reads the setting.
  ///
  /// - Throws: `Problem` with the place where it is not in the one format known, or where an
  ///   identity of a registry takes part.
  init(_ text: SourceText) throws(Problem) {
    let root = try SettingsFile(text).root
    guard let entries = root["object"]?.elements else {
      throw SettingsFile.unknownFormat(of: root, text)
    }
    for entry in entries {
      guard let original = entry["original"]?.string, let mirror = entry["mirror"]?.string else {
        throw Problem(
          .failed, "lacks `original` or `mirror`", subject: text.file, at: entry.location)
      }
      guard !PackageIdentity(original).isRegistry, !PackageIdentity(mirror).isRegistry else {
        throw Problem(
          .refused, "has a mirror between a registry and a repository", subject: text.file,
          at: entry.location, advice: "only mirrors from one location to another are followed")
      }
      mirrors[original] = mirror
      if originals[mirror] == nil { originals[mirror] = original }
    }
  }

  /// Where a location is looked for.
  func mirror(of location: String) -> String { mirrors[location] ?? location }

  /// What the manifests call a location.
  func original(of location: String) -> String { originals[location] ?? location }
}

extension PackageManifest {
  /// The manifest with the locations of its dependencies replaced by their mirrors.
  func mirrored(by mirrors: LocationMirrors) -> PackageManifest {
    var manifest = self
    for index in dependencies.indices {
      manifest.dependencies[index] = dependencies[index].mirrored(by: mirrors)
    }
    return manifest
  }
}

extension PackageDependency {
  /// The dependency with its location replaced by its mirror.
  func mirrored(by mirrors: LocationMirrors) -> PackageDependency {
    guard case .url(let url) = source else { return self }
    let mirror = mirrors.mirror(of: url)
    guard mirror != url else { return self }
    var dependency = self
    dependency.source = .url(mirror)
    dependency.original = url
    return dependency
  }
}

extension Pin {
  /// The pin with another location.
  func located(_ transform: (String) -> String) -> Pin {
    var pin = self
    pin.location = transform(location)
    return pin
  }
}
