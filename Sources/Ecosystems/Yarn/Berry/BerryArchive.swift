import Archives
import Crypto
import Ecosystem
import HTTP
import JSON
import JavaScript

/// A package whose checksum is computed from a tarball.
struct BerryTarball: Sendable {
  /// The package in the lock.
  var locator: Pattern
  /// The package of the registry.
  var source: Pattern
  /// The patch of Yarn's own that makes one of the other.
  var patch: BuiltInPatch?
  /// What the present lock proves of the patch; nil if the patch changes nothing.
  var proof: Result<ProvenPatch, Problem>?

  /// The refusal of a patch for a reason.
  func refusal(_ reason: String) -> Problem {
    Problem(
      .refused, "gets a patch of Yarn's own \(reason)", subject: locator.description)
  }
}

/// Fetches tarballs and computes the checksums of their archives.
struct BerryArchive: Sendable {
  let client: HTTP.Client
  let settings: Settings
  let compression: PackageArchive.Compression
  let yarn: Version
  /// Keeps the checksums of patched packages.
  let contents: ContentCache

  /// Computes the checksums of packages by their locators.
  ///
  /// Many tarballs are fetched at the same time; large ones follow one by one, so that few bytes are in
  /// memory.
  func checksums(of packages: [BerryTarball]) async throws(Problem) -> [String: String] {
    let found = await fetchAll(packages) { (package: BerryTarball) async throws(Problem) in
      try await checksum(of: package, within: .usual)
    }
    var result: [String: String] = [:]
    for (package, checksum) in found {
      let locator = package.locator.description
      if let checksum = try checksum.get() {
        result[locator] = checksum
      } else if let checksum = try await self.checksum(of: package, within: .large) {
        result[locator] = checksum
      } else {
        throw Problem(.refused, "has a tarball that is too large to check", subject: locator)
      }
    }
    return result
  }

  /// Returns the conventional address of a package's tarball.
  ///
  /// - Parameters:
  ///   - name: the package.
  ///   - version: its version.
  ///   - registry: the address of the registry, without a slash at its end.
  ///   - isEscaped: whether the slash after a scope is escaped.
  /// - Returns: a URL.
  static func address(
    of name: PackageName, _ version: String, in registry: String, isEscaped: Bool
  ) -> String {
    let folder = isEscaped ? name.escaped : name.description
    let file = BerryRange.encoded(name.withoutScope) + "-" + BerryRange.encoded(version)
    return "\(registry)/\(folder)/-/\(file).tgz"
  }

  /// Fetches a package's tarball and returns the checksum of its archive; nil if it is too large.
  private func checksum(
    of package: BerryTarball, within limits: PackageArchive.Limits
  ) async throws(Problem) -> String? {
    guard package.patch?.file == nil else { return try await patchedChecksum(of: package) }
    guard let tarball = try await tarball(of: package, within: limits) else { return nil }
    let archive = archive(of: package, limits)
    return try Self.read(package) { () throws(ArchiveFailure) in
      try archive.checksum(of: tarball)
    }
  }

  func archive(
    of package: BerryTarball, _ limits: PackageArchive.Limits
  ) -> PackageArchive {
    PackageArchive(
      name: package.locator.name, compression: compression, limits: limits,
      isSorted: package.patch != nil)
  }

  func tarball(
    of package: BerryTarball, within limits: PackageArchive.Limits
  ) async throws(Problem) -> [UInt8]? {
    try await TarballClient(client).tarball(
      try address(of: package), of: package.locator.description, limit: limits.tarball)
  }

  /// Computes what may be too large.
  ///
  /// - Returns: nil if it is.
  static func read<Value>(
    _ package: BerryTarball, _ compute: () throws(ArchiveFailure) -> Value
  ) throws(Problem) -> Value? {
    let subject = package.locator.description
    do throws(ArchiveFailure) {
      return try compute()
    } catch {
      switch error {
      case .tooLarge: return nil
      case .malformed:
        throw Problem(.failed, "has a malformed tarball in the registry", subject: subject)
      case .noMemory: throw Problem(.failed, "can't be compressed", subject: subject)
      }
    }
  }

  func address(of package: BerryTarball) throws(Problem) -> String {
    let reference = package.source.range
    if let mark = reference.firstRange(of: "::__archiveUrl=") {
      return BerryRange.decoded(reference[mark.upperBound...].prefix { $0 != "&" })
    }
    guard let name = PackageName(package.locator.name) else {
      throw Problem(.refused, "is not a valid package name", subject: package.locator.name)
    }
    let registry = try settings.registry(for: name)
    return Self.address(of: name, String(reference.dropFirst(4)), in: registry, isEscaped: false)
  }
}
