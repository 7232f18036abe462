import Ecosystem
import JavaScript
import Text

/// Reads the versions of direct dependencies in a `pnpm-lock.yaml` of version 5 or 6 that is not written.
///
/// pnpm's layout is fixed, so the indentation of lines is sufficient.
///
///     dependencies:              dependencies:
///       lodash: 4.17.21            lodash:
///                                    specifier: ^4.17.0
///                                    version: 4.17.21(react@18.2.0)
enum OldLock {
  private static let sections: Set<String> = [
    "dependencies", "devDependencies", "optionalDependencies",
  ]

  static func copies(_ source: SourceText) -> LockedCopies {
    var result: [LockedCopy] = []
    var path: [(indent: Int, key: String)] = []
    for line in source.bytes.lines where !line.isEmpty {
      let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      let indent = text.prefix { $0 == " " }.count
      guard let (key, value) = pair(text.dropFirst(indent)) else { continue }
      path.removeAll { $0.indent >= indent }
      if let dependency = dependency(path.map(\.key), key, value) {
        var copy = LockedCopy(dependency.name, version: dependency.version)
        copy.isDevelopment = dependency.isDevelopment
        result.append(copy)
      }
      path.append((indent, key))
    }
    return LockedCopies(result)
  }

  private struct LockedDependency {
    var name: String
    var version: String
    var isDevelopment: Bool
  }

  private static func dependency(_ path: [String], _ key: String, _ value: String)
    -> LockedDependency?
  {
    var path = path
    if path.first == "importers" { path.removeFirst(min(2, path.count)) }
    guard let section = path.first, sections.contains(section), !value.isEmpty else { return nil }
    let isNested = path.count == 2 && key == "version"
    guard isNested || path.count == 1 else { return nil }
    let version = String(value.prefix { $0 != "(" && $0 != "_" })
    guard version.first?.isNumber == true else { return nil }
    return LockedDependency(
      name: isNested ? path[1] : key, version: version,
      isDevelopment: section == "devDependencies")
  }

  private static func pair(_ text: Substring) -> (String, String)? {
    guard let colon = text.firstRange(of: ":", after: text.first == "'") else { return nil }
    let key = text[..<colon].filter { $0 != "'" && $0 != "\"" }
    let value = text[text.index(after: colon)...].drop { $0 == " " }
      .filter { $0 != "'" && $0 != "\"" }
    return (String(key), String(value))
  }
}

extension Substring {
  /// Returns the colon after a key, which can be quoted.
  fileprivate func firstRange(of mark: Character, after isQuoted: Bool) -> Index? {
    guard isQuoted, let close = dropFirst().firstIndex(of: "'") else {
      return firstIndex(of: mark)
    }
    return self[close...].firstIndex(of: mark)
  }
}
