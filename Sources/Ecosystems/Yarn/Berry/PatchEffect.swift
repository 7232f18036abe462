import Text

/// A change of a file that a patch consists of.
///
/// The built-in patches of Yarn 3 and 4 only change and create files; patches with other changes are
/// refused.
struct PatchEffect: Sendable {
  /// The kind of the change.
  enum Kind: Sendable {
    /// Hunks that are applied one after the other.
    case change([PatchHunk])
    /// A new file, with its content as one hunk.
    case creation(PatchHunk, isExecutable: Bool)
  }

  /// The path below the package's folder.
  var path: String
  var kind: Kind
  /// The abbreviated identifiers of `index`, before and after; nil without the line.
  var index: (before: String, after: String)?
}

/// A part of a file that a patch replaces, found by its context.
struct PatchHunk: Sendable {
  /// The kind of lines, by the mark at their beginning.
  enum Mark: String, Sendable {
    case context, deletion, insertion
  }

  /// Lines of one kind.
  struct Part: Sendable {
    var mark: Mark
    var lines: [ArraySlice<UInt8>] = []
    /// Whether the file ends behind the lines without a line break.
    var endsWithoutBreak = false
  }

  /// The first line and the number of lines, as `@@ -9,8 +12,5 @@` states them.
  struct Extent: Sendable {
    var start: Int
    var length: Int
  }

  var original: Extent
  var patched: Extent
  var parts: [Part] = []

  /// Whether the lines are as many as the header states.
  var isConsistent: Bool {
    let count = { (ignored: Mark) in
      parts.reduce(0) { $0 + ($1.mark == ignored ? 0 : $1.lines.count) }
    }
    return count(.insertion) == original.length && count(.deletion) == patched.length
  }
}
