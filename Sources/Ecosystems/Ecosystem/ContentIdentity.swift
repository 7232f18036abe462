/// What identifies the content of a version: a commit, a digest or a checksum.
///
/// A version keeps its content. If it doesn't, because a tag was moved or an archive was replaced, a
/// proposal that was judged with the old content must not continue with the new one.
package struct ContentIdentity: Hashable, Codable, Sendable {
  /// As the files name it.
  package var package: String
  /// As precise as it is known: a tag that moves by design has none of its own.
  package var version: String
  /// `sha512-…`, `sha256:…`, or 40 hexadecimal digits.
  package var value: String

  /// Describes the content of a version.
  package init(package: String, version: String, value: String) {
    self.package = package
    self.version = version
    self.value = value
  }
}

extension Change {
  /// The change with the moves of some packages only, for a project of several kinds.
  package func keeping(_ isKept: (_ name: String) -> Bool) -> Change {
    Change(files: files, moves: moves.filter { isKept($0.name) })
  }

  /// Lists what a file has after the change and didn't have before.
  ///
  /// - Parameters:
  ///   - matches: selects the files by their paths.
  ///   - read: lists the contents that a file names.
  /// - Returns: the new ones, sorted.
  /// - Throws: what `read` throws.
  package func newIdentities(
    in matches: (_ path: String) -> Bool,
    _ read: (_ bytes: [UInt8], _ path: String) throws(Problem) -> [ContentIdentity]
  ) throws(Problem) -> [ContentIdentity] {
    var result: Set<ContentIdentity> = []
    for file in files where matches(file.path) {
      guard let after = file.after else { continue }
      var known: [ContentIdentity] = []
      if let before = file.before { known = try read(before, file.path) }
      result.formUnion(Set(try read(after, file.path)).subtracting(known))
    }
    return result.sorted { ($0.package, $0.version, $0.value) < ($1.package, $1.version, $1.value) }
  }
}
