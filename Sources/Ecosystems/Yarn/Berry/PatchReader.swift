import JavaScript
import Text

/// Why a patch can't be used.
enum PatchFailure: Error, Hashable {
  /// It has a construct that martlet doesn't read.
  case unsupported(String)
}

/// Reads a patch in the format of git's differences, with a line for the versions that it is for.
///
///     diff --git a/lib/tsc.js b/lib/tsc.js
///     index 5a6b..93c1 100644
///     semver exclusivity >=4.9.1-beta <4.9.2-rc
///     --- a/lib/tsc.js
///     +++ b/lib/tsc.js
///     @@ -53,3 +53,4 @@
struct PatchReader {
  /// The fields of a file's header.
  private struct Header {
    var paths: (from: String, to: String)?
    var versions: String?
    var index: (before: String, after: String)?
    var newMode: String?
    var toPath: String?
  }

  /// The largest number of hunks of a file; Yarn's patches have less than a hundred.
  private static let hunkLimit = 1_000

  private let version: Version
  private var header = Header()
  private var hunks: [PatchHunk]?
  /// Whether the part of the present file is for the version.
  private var isIncluded = true
  private var effects: [PatchEffect] = []

  /// Returns the changes that a patch makes in a version of a package, in their order.
  ///
  /// - Throws: `PatchFailure` for constructs other than changed and new files.
  static func effects(of patch: [UInt8], for version: Version) throws(PatchFailure) -> [PatchEffect]
  {
    guard !patch.contains(UInt8(ascii: "\r")), String(validating: patch, as: UTF8.self) != nil
    else { throw .unsupported("its encoding") }
    var reader = PatchReader(version)
    // A line break at the end of the patch begins no line.
    let end = patch.last == UInt8(ascii: "\n") ? patch.count - 1 : patch.count
    for line in patch[..<end].pieces(at: UInt8(ascii: "\n")) { try reader.read(line) }
    try reader.endFile()
    return reader.effects
  }

  private init(_ version: Version) {
    self.version = version
  }

  private mutating func read(_ line: ArraySlice<UInt8>) throws(PatchFailure) {
    if hunks == nil, !line.starts(with: "@@".utf8) { return try readHeader(line) }
    switch line.first {
    case UInt8(ascii: "@"):
      if hunks == nil {
        isIncluded = try includes(header.versions)
        hunks = []
      }
      guard isIncluded else { return }
      hunks?.append(try Self.hunk(line))
    case UInt8(ascii: " "), nil: append(.context, line)
    case UInt8(ascii: "-"): append(.deletion, line)
    case UInt8(ascii: "+"): append(.insertion, line)
    case UInt8(ascii: "\\"): try endPart(line)
    default:
      try endFile()
      try readHeader(line)
    }
  }

  private mutating func append(_ mark: PatchHunk.Mark, _ line: ArraySlice<UInt8>) {
    guard isIncluded, let last = hunks?.indices.last else { return }
    if hunks?[last].parts.last?.mark != mark {
      hunks?[last].parts.append(PatchHunk.Part(mark: mark))
    }
    guard let part = hunks?[last].parts.indices.last else { return }
    hunks?[last].parts[part].lines.append(line.dropFirst())
  }

  private mutating func endPart(_ line: ArraySlice<UInt8>) throws(PatchFailure) {
    guard isIncluded else { return }
    guard line.starts(with: "\\ No newline at end of file".utf8), let last = hunks?.indices.last,
      let part = hunks?[last].parts.indices.last
    else { throw Self.unknown(line) }
    hunks?[last].parts[part].endsWithoutBreak = true
  }

  private mutating func readHeader(_ line: ArraySlice<UInt8>) throws(PatchFailure) {
    let text = String(decoding: line, as: UTF8.self)
    let value = { (prefix: String) in
      text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)).trimmed : nil
    }
    if let paths = value("diff --git a/") {
      if header.paths != nil { try endFile() }
      guard let middle = paths.firstRange(of: " b/") else { throw Self.unknown(line) }
      header.paths = (
        String(paths[..<middle.lowerBound]), String(paths[middle.upperBound...])
      )
    } else if let mode = value("new file mode ") {
      header.newMode = mode
    } else if let index = value("index ") {
      let parts = index.prefix { $0 != " " }.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1].isEmpty else { throw Self.unknown(line) }
      header.index = (String(parts[0]), String(parts[2]))
    } else if let versions = value("semver exclusivity ") {
      header.versions = versions
    } else if text.hasPrefix("+++ ") {
      header.toPath = String(text.dropFirst(6)).trimmed
    } else if !text.hasPrefix("--- ") {
      // Yarn ignores other lines, but not changes of modes, deletions and moves.
      throw Self.unknown(line)
    }
  }

  /// Adds the changes of the present file, and begins the next one.
  private mutating func endFile() throws(PatchFailure) {
    defer {
      header = Header()
      hunks = nil
      isIncluded = true
    }
    if hunks == nil { isIncluded = try includes(header.versions) }
    guard isIncluded else { return }
    effects.append(try effect())
  }

  private func effect() throws(PatchFailure) -> PatchEffect {
    let hunks = hunks ?? []
    guard let paths = header.paths, 1...Self.hunkLimit ~= hunks.count,
      hunks.allSatisfy(\.isConsistent)
    else {
      throw .unsupported(
        "a file without hunks, with too many, or whose hunks have other lengths than stated")
    }
    let path = header.newMode == nil ? header.toPath ?? paths.to : paths.to
    guard Paths.normalize("/" + path) == "/" + path else {
      throw .unsupported("the path \(path)")
    }
    guard let mode = header.newMode else {
      return PatchEffect(path: path, kind: .change(hunks), index: header.index)
    }
    guard ["100644", "100755"].contains(mode), hunks.count == 1, hunks[0].parts.count == 1 else {
      throw .unsupported("a new file of mode \(mode)")
    }
    return PatchEffect(
      path: path, kind: .creation(hunks[0], isExecutable: mode == "100755"), index: header.index)
  }

  private static func hunk(_ line: ArraySlice<UInt8>) throws(PatchFailure) -> PatchHunk {
    let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard fields.count >= 4, fields[0] == "@@", fields[3].hasPrefix("@@"),
      let original = extent(fields[1], "-"), let patched = extent(fields[2], "+")
    else { throw unknown(line) }
    return PatchHunk(original: original, patched: patched)
  }

  /// Reads `-12,3`; a length of one can be left out.
  private static func extent(_ text: Substring, _ sign: String) -> PatchHunk.Extent? {
    guard text.hasPrefix(sign) else { return nil }
    let numbers = text.dropFirst().split(separator: ",", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard (1...2).contains(numbers.count), let start = numbers[0],
      let length = numbers.count == 2 ? numbers[1] : 1, 0..<1 << 30 ~= start, 0..<1 << 30 ~= length
    else { return nil }
    return PatchHunk.Extent(start: max(start, 1), length: length)
  }

  private static func unknown(_ line: ArraySlice<UInt8>) -> PatchFailure {
    .unsupported("the line \(String(decoding: line.prefix(80), as: UTF8.self))")
  }
}

extension PatchReader {
  /// Whether a part is for the version: `semverUtils.satisfiesWithPrereleases` of `@yarnpkg/core`.
  ///
  /// Its answer depends on earlier questions, since it removes the pre-releases of bounds from a cache.
  /// - Throws: `PatchFailure` if that makes a difference.
  private func includes(_ versions: String?) throws(PatchFailure) -> Bool {
    guard let versions else { return true }
    guard let range = JavaScript.Range(versions, includePrerelease: true) else { return false }
    let plain = range.withoutPrereleases
    let released = plain.contains(version.release)
    let first = range.contains(version) || released
    guard first == (plain.contains(version) || released) else {
      throw .unsupported("the versions \(versions), which depend on the order of comparisons")
    }
    return first
  }
}
