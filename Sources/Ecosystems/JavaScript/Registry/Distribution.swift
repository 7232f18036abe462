package import Ecosystem
package import JSON
import Text

extension VersionManifest {
  /// Verifies the tarball's address and digest, which a lock copies.
  ///
  /// - Throws: `Problem` if the address is not `http` or `https`, or if the digest is malformed.
  package func checkDistribution() throws(Problem) {
    try checkDistribution(try read())
  }

  /// Verifies the distribution of a parsed manifest.
  package func checkDistribution(_ node: JSON.Node) throws(Problem) {
    let dist = node["dist"]
    guard let tarball = dist?["tarball"]?.string,
      tarball.hasPrefix("https://") || tarball.hasPrefix("http://")
    else {
      throw malformed("no web address for its tarball", node)
    }
    if let integrity = dist?["integrity"]?.string {
      guard Digest.isIntegrity(integrity) else { throw malformed("a malformed integrity", node) }
    } else if let shasum = dist?["shasum"]?.string {
      guard Digest.isHexadecimalSHA1(shasum) else { throw malformed("a malformed shasum", node) }
    }
  }

  private func malformed(_ what: String, _ node: JSON.Node) -> Problem {
    let name = node["name"]?.string.map { "\($0)@\(key)" } ?? key
    return Problem(.failed, "has \(what) in the registry", subject: name)
  }
}

/// The syntax of a tarball's digests.
enum Digest {
  /// The length in bytes for each algorithm that npm accepts.
  private static let lengths: [(algorithm: String, size: Int)] = [
    ("sha512", 64), ("sha1", 20), ("sha256", 32), ("sha384", 48),
  ]

  /// Whether all parts are `algorithm-base64`, as Subresource Integrity specifies.
  static func isIntegrity(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: " "))
    return !parts.isEmpty && parts.allSatisfy(isHash)
  }

  private static func isHash(_ part: Substring.UTF8View) -> Bool {
    let bytes = Array(part)
    guard let hyphen = bytes.firstIndex(of: UInt8(ascii: "-")),
      let length = lengths.first(where: { bytes[..<hyphen].elementsEqual($0.algorithm.utf8) })?.size
    else { return false }
    let code = bytes[(hyphen + 1)...].prefix { $0 != "?" }
    let padding = (3 - length % 3) % 3
    return code.count == (length + 2) / 3 * 4
      && code.suffix(padding).allSatisfy { $0 == "=" }
      && code.dropLast(padding).allSatisfy { $0.isASCIIAlphanumeric || $0 == "+" || $0 == "/" }
  }

  /// Whether the text is 40 hexadecimal digits.
  static func isHexadecimalSHA1(_ text: String) -> Bool {
    text.utf8.count == 40
      && text.utf8.allSatisfy {
        $0.isASCIIDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20
      }
  }
}
