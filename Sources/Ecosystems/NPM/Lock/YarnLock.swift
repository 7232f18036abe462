import JavaScript
import Text

/// Reads the versions in a `yarn.lock` of Yarn 1 and later.
///
///     "lodash@^4.17.0", lodash@^4.17.21:      "lodash@npm:^4.17.0":
///       version "4.17.21"                       version: 4.17.21
enum YarnLock {
  static func copies(_ source: SourceText) -> LockedCopies {
    var result: [LockedCopy] = []
    var descriptors: [(name: String, wanted: String)] = []
    for line in source.bytes.lines where !line.isEmpty {
      let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      if text.hasPrefix("#") { continue }
      if !text.hasPrefix(" ") {
        descriptors = self.descriptors(text)
      } else if let version = version(text) {
        for (name, own) in Dictionary(grouping: descriptors, by: \.name) {
          let package = own.lazy.compactMap { PackageSpec($0.wanted).aliasedName }.first
          var copy = LockedCopy(name, package: package, version: version)
          copy.ranges = Set(own.map(\.wanted))
          result.append(copy)
        }
        descriptors = []
      }
    }
    return LockedCopies(result)
  }

  private static func descriptors(_ line: String) -> [(name: String, wanted: String)] {
    guard line.hasSuffix(":") else { return [] }
    return line.dropLast().split(separator: ",").compactMap { part in
      let descriptor = String(part).trimmed.filter { $0 != "\"" }
      guard let at = descriptor.dropFirst().firstIndex(of: "@") else { return nil }
      var wanted = descriptor[descriptor.index(after: at)...]
      if wanted.hasPrefix("workspace:") || wanted.hasPrefix("patch:") { return nil }
      if wanted.hasPrefix("npm:"), !wanted.dropFirst(4).dropFirst().contains("@") {
        wanted = wanted.dropFirst(4)
      }
      return (String(descriptor[..<at]), String(wanted))
    }
  }

  private static func version(_ line: String) -> String? {
    guard line.hasPrefix("  version"), !line.hasPrefix("   ") else { return nil }
    let text = line.dropFirst(9).drop { $0 == ":" || $0 == " " }.filter { $0 != "\"" }
    return text.isEmpty ? nil : text
  }
}
