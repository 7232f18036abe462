import JavaScript
import Text

/// Reads the versions in a `bun.lock`.
///
/// Bun writes one package per line, with trailing commas, which JSON does not allow:
///
///     "packages": {
///       "lodash": ["lodash@4.17.21", "", {}, "sha512-…"],
///       "a/b": ["b@1.0.0", "", {}, "sha512-…"],
enum BunLock {
  static func packages(_ source: SourceText) -> LockedPackages {
    var result = LockedPackages()
    var isInPackages = false
    for line in source.bytes.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("  \"") { isInPackages = text.hasPrefix("  \"packages\"") }
      guard isInPackages, text.hasPrefix("    \""), let package = package(text) else { continue }
      result.add(package.name, wanted: package.wanted, version: package.version)
    }
    return result
  }

  /// Parses a key and its first element; nil for a package that is not from a registry.
  private static func package(
    _ line: String
  ) -> (name: String, wanted: String, version: String)? {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count > 3, parts[2] == ": [", let name = folderName(parts[1]),
      let at = parts[3].dropFirst().firstIndex(of: "@")
    else { return nil }
    let real = String(parts[3][..<at])
    let version = String(parts[3][parts[3].index(after: at)...])
    guard Version(version) != nil else { return nil }
    return (name, real == name ? "" : "npm:\(real)@\(version)", version)
  }

  /// Returns the last name of a path of packages: `@s/b` for `a/@s/b`.
  private static func folderName(_ key: Substring) -> String? {
    let parts = key.split(separator: "/")
    guard let last = parts.last else { return nil }
    let scope = parts.dropLast().last
    return scope?.hasPrefix("@") == true ? "\(scope ?? "")/\(last)" : String(last)
  }
}
