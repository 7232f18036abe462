import Archives
import Ecosystem
import JSON
import JavaScript

/// The tarball of a package, which can have scripts that an installation runs.
struct ScriptTarball: Sendable {
  /// The package.
  let id: String
  private let url: String
  private let integrity: String

  /// The largest accepted `package.json` in bytes.
  private static let manifestLimit = 4 << 20

  /// Creates the tarball of a package.
  ///
  /// - Throws: a refusal for a package without a digest.
  init(_ package: ResolvedPackage, _ input: ResolverInput) throws(Problem) {
    id = package.id
    guard let integrity = package.resolution["integrity"]?.string else {
      throw Problem(
        .refused, "has no digest in the registry, so its tarball can't be checked", subject: id)
    }
    self.integrity = integrity
    let usual = try Resolutions(input).usual(package.manifest)
    url = package.resolution["tarball"]?.string ?? usual ?? ""
  }

  /// Whether the package has scripts.
  ///
  /// - Parameters:
  ///   - client: fetches the tarball.
  ///   - limits: how large it may be.
  /// - Returns: nil if it is too large.
  /// - Throws: `Problem` if the tarball can't be fetched or read, or has another digest.
  func hasScripts(
    _ client: TarballClient, _ limits: TarballClient.Limits
  ) async throws(Problem) -> Bool? {
    guard let bytes = try await client.tarball(url, of: id, limit: limits.tarball) else {
      return nil
    }
    guard let isRight = Integrity.verify(bytes, integrity) else {
      throw Problem(.refused, "has a digest of an unknown kind", subject: id)
    }
    guard isRight else {
      throw Problem(
        .refused,
        "has a tarball with a digest other than the registry's, so its scripts can't be known",
        subject: id, explanation: ["The digest must be \(integrity)."])
    }
    do throws(ArchiveFailure) {
      let (hasScript, manifest) = try Self.read(bytes, limit: limits.content)
      if hasScript { return true }
      return try Self.hasScripts(manifest)
    } catch {
      if error == .tooLarge { return nil }
      throw Problem(.failed, "has a malformed tarball in the registry", subject: id)
    }
  }

  /// Returns whether the archive has a file that makes scripts run, and its `package.json`.
  private static func read(
    _ bytes: [UInt8], limit: Int
  ) throws(ArchiveFailure) -> (hasScript: Bool, manifest: [UInt8]) {
    var hasScript = false
    var manifest: [UInt8] = []
    var isManifest = false
    try TarballReader.read(gzip: bytes, limit: limit) { (part) throws(ArchiveFailure) in
      switch part {
      case .entry(let entry):
        let isFile = if case .file = entry.kind { true } else { false }
        hasScript = hasScript || isFile && isScript(entry.path)
        isManifest = isFile && entry.path == "package.json"
        if isManifest { manifest = [] }
      case .content(let piece) where isManifest:
        manifest += piece
        if manifest.count > manifestLimit { throw .tooLarge }
      default: break
      }
    }
    return (hasScript, manifest)
  }

  private static func hasScripts(_ manifest: [UInt8]) throws(ArchiveFailure) -> Bool {
    if manifest.isEmpty { return false }
    let isMarked = manifest.starts(with: [0xEF, 0xBB, 0xBF])
    do throws(SyntaxError) {
      let text = isMarked ? Array(manifest.dropFirst(3)) : manifest
      return PackageManifest.hasInstallScripts(try Document(text, named: "package.json").root)
    } catch {
      throw .malformed
    }
  }

  /// Whether a file makes an installation run scripts: `filesIncludeInstallScripts`.
  static func isScript(_ path: String) -> Bool {
    path == "binding.gyp" || path.hasPrefix(".hooks/")
  }
}
