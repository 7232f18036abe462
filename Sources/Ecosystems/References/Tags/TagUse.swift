package import Ecosystem
package import Text
package import YAML

/// A place in a file that names a tag, a branch or a commit of a repository.
package struct TagUse: VersionUse {
  /// How a repository is found.
  package enum Repository: Hashable, Sendable {
    /// By its address.
    case address(String)
    /// By owner and name, on the host of the repository that uses it or on github.com.
    case name(String)
  }

  /// The name of the dependency.
  package var name: String
  /// The repository.
  package var repository: Repository
  /// The tag, branch or commit.
  package var reference: String
  /// The bytes of the reference in its file.
  package var range: Range<Int>
  /// Where the comment of a commit can be inserted, with the text in front of it; nil if the value
  /// isn't the last one of its line.
  var commentPosition: CommentPosition?
  /// Whether the reference is a plain scalar of YAML, which can look like a number.
  var isPlainScalar: Bool
  /// The version in the comment behind the value: `v4.1.2` in `# v4.1.2`.
  package var comment: VersionComment?
  /// The branch that the comment behind the value may name: `main` in `# main`.
  var branch: String?
  /// The location of the value.
  package var location: Location
  /// Whether a newer tag must have as many components: `v5`, not `v5.0.0`, for `v4`.
  package var keepsPrecision = true
  /// Whether a branch is reported: elsewhere it is a usual way to use a repository.
  package var needsTag = false
  /// Whether a commit can replace the tag: the address of a release's file needs the tag.
  var takesCommits = true
  /// The folder or file in the repository that is used: `restore` of `acme/cache/restore@v1`; often
  /// empty.
  var path = ""
  /// The files of the repository that are used; a release without them isn't proposed.
  var needs: [NeededFile] = []

  /// Creates a use.
  ///
  /// - Parameters:
  ///   - name: the name of the dependency.
  ///   - repository: the repository.
  ///   - reference: the end of the value, or what is in front of its rest.
  ///   - node: the value.
  ///   - source: its file.
  ///   - rest: what follows the reference in the value.
  /// - Throws: a refusal if the value isn't literally in the file.
  package init(
    _ name: String, in repository: Repository, at reference: String, of node: Node,
    in source: SourceText, before rest: String = ""
  ) throws(Problem) {
    let text = Array((node.string ?? "").utf8)
    let raw = source.bytes[node.range]
    guard let start = raw.indices.first(where: { raw[$0...].starts(with: text) }) else {
      throw Problem(
        .refused, "is written with escapes or over several lines", subject: node.string,
        at: node.location, advice: "write the value on one line without escapes")
    }
    self.name = name
    self.repository = repository
    self.reference = reference
    let end = start + text.count - rest.utf8.count
    range = (end - reference.utf8.count)..<end
    location = node.location
    isPlainScalar = node.scalar?.style == .plain && reference == node.string
    commentPosition = CommentPosition(behind: node.range.upperBound, in: source)
    comment = VersionComment(behind: node.range.upperBound, in: source)
    branch =
      comment == nil ? VersionComment.branch(behind: node.range.upperBound, in: source) : nil
  }

  /// A place for a new comment.
  package struct CommentPosition: Hashable, Sendable {
    var offset: Int
    var mark: String

    /// Finds the end of the line, or the start of the comment that the line has.
    init?(behind end: Int, in source: SourceText) {
      let line = source.bytes[end...].prefix { $0 != 0x0A && $0 != 0x0D }
      let rest = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard let first = rest.first else {
        (offset, mark) = (end, " # ")
        return
      }
      guard first == UInt8(ascii: "#"), rest.startIndex > end else { return nil }
      (offset, mark) = (rest.startIndex + 1, " ")
    }
  }

  /// Returns a reference as the file needs it: quoted if YAML would read a number.
  func quoted(_ reference: String) -> String {
    isPlainScalar && ImplicitNumber.losesDigits(reference) ? "\"\(reference)\"" : reference
  }

  /// Whether the reference is a full commit hash (SHA-1 or SHA-256).
  package var isPinned: Bool {
    [40, 64].contains(reference.utf8.count) && reference.allSatisfy(\.isHexDigit)
  }

  /// The version that the text states, in the reference or, for a commit, in the comment.
  package var stated: TagVersion? {
    isPinned ? comment.flatMap { TagVersion($0.text) } : TagVersion(reference)
  }

  /// The reference as reports show it: a commit with the version of its comment.
  var written: String {
    comment.map { isPinned ? "\(reference) # \($0.text)" : reference } ?? reference
  }
}

extension TagUse {
  static var section: String { "uses" }
  static var verb: String { "uses" }
  var requirement: String { written }
  var shown: String { "\(name)@\(written)" }
}
