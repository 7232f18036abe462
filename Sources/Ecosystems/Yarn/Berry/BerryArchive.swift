import Crypto
import Ecosystem
import HTTP
import JSON
import JavaScript

/// Fetches tarballs and computes the checksums of their archives.
struct BerryArchive: Sendable {
  /// The largest tarball, and the largest content, in bytes.
  private static let limits = (tarball: 256 << 20, content: 1 << 30)
  /// The time limit of one request.
  private static let deadline = Duration.seconds(120)

  let client: HTTP.Client
  let settings: Settings
  let compression: PackageArchive.Compression

  /// Returns the conventional address of a package's tarball.
  static func address(of name: String, _ version: String, in registry: String) -> String {
    let plain = name.split(separator: "/").last.map(String.init) ?? name
    let folder = name.replacing("/", with: "%2f")
    return "\(registry)/\(folder)/-/\(BerryRange.encoded(plain))-\(BerryRange.encoded(version)).tgz"
  }

  /// Fetches a package's tarball and returns the checksum of its archive.
  func checksum(of package: BerryPackage) async throws(Problem) -> String {
    let tarball = try await tarball(of: package)
    guard let content = Gzip.decompress(tarball, limit: Self.limits.content) else {
      throw Problem(
        .failed, "has a malformed or too large tarball in the registry",
        subject: package.locator.description)
    }
    let files = try Tarball(content, of: package.locator.description)
    return try PackageArchive(files, of: package.locator.name, compression).checksum
  }

  private func tarball(of package: BerryPackage) async throws(Problem) -> [UInt8] {
    let url = try address(of: package)
    let request = Request(
      .get, url, headers: [:], deadline: Self.deadline, bodyLimit: Self.limits.tarball)
    let response: Response
    do throws(HTTPError) {
      response = try await client.send(request)
    } catch {
      throw Problem(
        .failed, "has a tarball that could not be fetched", subject: package.locator.description,
        explanation: ["\(url): \(error.code)"])
    }
    guard response.status == 200 else {
      throw Problem(
        .failed, "has a tarball that got status \(response.status) from the registry",
        subject: package.locator.description)
    }
    return response.body
  }

  private func address(of package: BerryPackage) throws(Problem) -> String {
    let reference = package.locator.range
    if let mark = reference.firstRange(of: "::__archiveUrl=") {
      return try Self.decoded(reference[mark.upperBound...], package)
    }
    guard let name = PackageName(package.locator.name) else {
      throw Problem(.refused, "is not a valid package name", subject: package.locator.name)
    }
    let registry = try settings.registry(for: name)
    let url = Self.address(of: name.description, String(reference.dropFirst(4)), in: registry)
    return url.replacing("%2f", with: "/")
  }

  private static func decoded(
    _ text: Substring, _ package: BerryPackage
  ) throws(Problem) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.first {
      rest = rest.dropFirst()
      if byte == UInt8(ascii: "%"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else if byte == UInt8(ascii: "&") {
        break
      } else {
        bytes.append(byte)
      }
    }
    let url = String(decoding: bytes, as: UTF8.self)
    guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
      throw Problem(
        .refused, "has a tarball without a web address", subject: package.locator.description)
    }
    return url
  }
}
