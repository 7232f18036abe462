import Archives
import Text

/// The archive that Yarn makes of a package with a built-in patch: entries sorted by name, changed files
/// in their places, new ones at the end.
struct PatchedArchive {
  /// The result of applying the patch.
  enum Outcome: Hashable, Sendable {
    /// The files are changed.
    case applied
    /// A hunk has no place, so that Yarn warns and leaves the package as it is.
    case unmatched
    /// A file to change doesn't exist; versions of Yarn treat that differently.
    case missing(String)
    /// The file's content or the new path is one for which Yarn's answer isn't known.
    case unsupported(String)
  }

  /// The archive of the package without patch, with sorted entries.
  let plain: PackageArchive
  let effects: [PatchEffect]

  /// Returns the hexadecimal SHA-512 of the archive, and the result of applying the patch.
  func checksum(
    of tarball: [UInt8]
  ) throws(ArchiveFailure) -> (checksum: String, outcome: Outcome) {
    let paths = try plain.paths(of: tarball)
    var changed = paths
    var numbers: [String: Int] = [:]
    for effect in effects {
      if case .file(let number, _) = paths[path(of: effect)] { numbers[effect.path] = number }
    }
    var contents = try plain.contents(of: Set(numbers.values), in: tarball)
    for effect in effects {
      let outcome = try apply(effect, numbers[effect.path], &contents, &changed)
      guard outcome == .applied else {
        return (try plain.checksum(of: tarball, paths, replacing: [:]), outcome)
      }
    }
    return (try plain.checksum(of: tarball, changed, replacing: contents), .applied)
  }

  private func path(of effect: PatchEffect) -> String { plain.root + "/" + effect.path }

  private func apply(
    _ effect: PatchEffect, _ number: Int?, _ contents: inout [Int: [UInt8]],
    _ paths: inout ArchivePaths
  ) throws(ArchiveFailure) -> Outcome {
    let path = path(of: effect)
    switch effect.kind {
    case .creation(let hunk, let isExecutable):
      guard paths[path] == nil, paths[Self.folder(of: path)] == .folder, let part = hunk.parts.first
      else { return .unsupported(effect.path) }
      var content: [UInt8] = []
      for (index, line) in part.lines.enumerated() {
        if index > 0 { content += "\n" }
        content += line
      }
      if !part.endsWithoutBreak { content += "\n" }
      try paths.append(path, content, isExecutable: isExecutable)
    case .change(let hunks):
      guard let number else {
        return paths[path] == nil ? .missing(effect.path) : .unsupported(effect.path)
      }
      guard let content = contents[number], String(validating: content, as: UTF8.self) != nil else {
        return .unsupported(effect.path)
      }
      do throws(PatchFailure) {
        guard let patched = try PatchedText(content).applying(hunks) else { return .unmatched }
        contents[number] = patched
      } catch {
        return .unsupported(effect.path)
      }
    }
    return .applied
  }

  /// The path of a folder in the archive, with its slash.
  private static func folder(of path: String) -> String { TreePath.folder(of: path) + "/" }
}
