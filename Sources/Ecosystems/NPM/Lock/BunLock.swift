import JavaScript
import Text

/// Reads which versions a `bun.lock` holds.
///
/// The file is machine-written, one package a line, with commas that JSON does not allow:
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

  /// Reads a key and the first element behind it; nil for what comes from elsewhere than a registry.
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

  /// The last name of a path of packages: `@s/b` of `a/@s/b`.
  private static func folderName(_ key: Substring) -> String? {
    let parts = key.split(separator: "/")
    guard let last = parts.last else { return nil }
    let scope = parts.dropLast().last
    return scope?.hasPrefix("@") == true ? "\(scope ?? "")/\(last)" : String(last)
  }
}
