import Ecosystem
import Text

/// Functions of `Dir`.
extension RubyInterpreter {
  func directory(_ call: RubyInvocation) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "[]", "glob": return try glob(call)
    case "chdir":
      guard let block = call.block, call.positional.count == 1,
        let path = call.positional[0].printed, let folder = files.resolve(path),
        files.isDirectory(folder)
      else { return nil }
      return try within(folder: folder, block, call.positional[0])
    case "exist?":
      return .bool(
        call.positional.first?.printed.flatMap { files.resolve($0) }.map(files.isDirectory) ?? false
      )
    case "pwd", "getwd": return .text(files.absolute(files.directory))
    default: return nil
    }
  }

  /// Returns the files and folders that match patterns, those of each pattern sorted.
  private func glob(_ call: RubyInvocation) throws(RubyStop) -> RubyValue? {
    guard call.options.allSatisfy({ ["base", "sort"].contains($0.key.name) }),
      call["sort"].map(\.isTruthy) ?? true
    else { return nil }
    var base = files.directory
    if let given = call["base"], !given.isNil {
      guard let folder = given.printed.flatMap({ files.resolve($0) }) else { return nil }
      base = folder
    }
    let patterns = call.positional.flatMap(\.elements)
    // `Dir.glob` also takes flags.
    guard patterns.allSatisfy({ $0.printed != nil && !$0.isNumber }) else { return nil }
    var found: [String] = []
    for pattern in patterns.compactMap(\.printed) {
      guard let paths = try glob(pattern, from: base, call.range) else { return nil }
      found += paths
    }
    guard let block = call.block else { return .list(found.map { .text($0) }) }
    for path in found { _ = try invoke(block, [.text(path)]) }
    return .nil
  }

  /// Returns the paths that match a pattern, sorted, in the form of the pattern; nil for a pattern
  /// that leads out of the repository, has `.` or `..` after a wildcard, or ends in a slash.
  private func glob(
    _ pattern: String, from base: String, _ range: Range<Int>
  ) throws(RubyStop) -> [String]? {
    let (prefix, rest) = Self.fixedFolder(of: pattern)
    let isPlain = rest.slashParts().allSatisfy { $0 != "." && $0 != ".." } && !rest.hasSuffix("/")
    guard isPlain, !rest.isEmpty, let start = files.resolve(prefix, from: base) else { return nil }
    guard let glob = RubyGlob(rest) else {
      throw refusal(
        rest.contains("[") || rest.contains("\\")
          ? "uses a pattern for files that is not supported"
          : "uses a pattern for files that is too long or has too many braces", range)
    }
    guard files.isDirectory(start) else { return [] }
    let candidates = files.listing.files(below: start) + files.listing.folders(below: start)
    try charge(1 + candidates.count * glob.cost / 64, range)
    let length = start.isEmpty ? 0 : start.utf8.count + 1
    return candidates.compactMap { path -> String? in
      let inside = String(path.utf8.dropFirst(length)) ?? path
      return glob.matches(inside) ? prefix + inside : nil
    }.sorted()
  }

  /// Splits a pattern behind the last slash before its first wildcard.
  private static func fixedFolder(of pattern: String) -> (prefix: String, rest: String) {
    let plain = pattern.prefix { !"*?[{\\".contains($0) }
    guard let slash = plain.lastIndex(of: "/") else { return ("", pattern) }
    let end = pattern.index(after: slash)
    return (String(pattern[..<end]), String(pattern[end...]))
  }
}

extension RubyValue {
  fileprivate var isNumber: Bool {
    if case .integer = assumed { true } else { false }
  }
}
