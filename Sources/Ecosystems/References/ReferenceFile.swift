import Ecosystem
package import Text
import YAML

/// A file with what it names: tags of repositories, images, and versions with a list.
package struct ReferenceFile: Sendable {
  /// The bytes and the path.
  var source: SourceText
  /// Tags, branches and commits of repositories.
  var tags: [TagUse] = []
  /// Images.
  var images: [ImageUse] = []
  /// Other versions.
  var listed: [ListedUse] = []
  /// What isn't evaluated.
  var unread: [UnsupportedReference] = []
  /// Uses of repositories that aren't evaluated, and are listed directly behind those that are.
  var unreadTags: [UnsupportedReference] = []
  /// Whether it is a lock that has a digest of manifests, which therefore can't change alone.
  var hashesManifests = false
  /// Where the references begin: an alias of YAML repeats a value.
  private var seen: Set<Int> = []

  /// Creates a file without references.
  package init(_ source: SourceText) {
    self.source = source
  }

  /// The file with images that have a digest, but no tag, among what isn't evaluated.
  var refusingDigests: ReferenceFile {
    var file = self
    file.images.removeAll(where: \.isWithoutVersion)
    file.unread += images.filter(\.isWithoutVersion).map { use in
      UnsupportedReference(
        use.image.written, "is pinned by a digest without a tag", at: use.location,
        advice: "write the tag in front of the digest: \(use.image.name):TAG@DIGEST")
    }
    return file
  }

  /// Whether it names nothing, not even something that isn't evaluated.
  var isEmpty: Bool { tags.isEmpty && images.isEmpty && listed.isEmpty && unread.isEmpty }

  /// What must stay the same when versions are edited.
  var identity: [[String]] {
    [
      tags.map { "\($0.repository)" }, images.map(\.image.name),
      listed.map { $0.identity.joined(separator: " ") },
    ]
  }
}

extension ReferenceFile {
  /// Creates a file that can't be parsed.
  init(_ source: SourceText, refusedBecauseOf problem: Problem) {
    self.init(source)
    unread = [UnsupportedReference(source.file, problem)]
  }

  /// Parses the documents of a YAML file.
  ///
  /// Tags that only the file's own tool knows are ignored: `!reference [.a, script]`.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - tags: that are ignored, each with its `!`.
  /// - Returns: the root of each document; its ranges and locations are those of the file.
  /// - Throws: a refusal with the place of a syntax error.
  static func documents(
    of source: SourceText, ignoring tags: [String] = []
  ) throws(Problem) -> [Node] {
    let bytes = blanked(tags, in: source.bytes)
    let starts = documentStarts(in: bytes)
    guard starts.count <= 100 else {
      throw Problem(.refused, "has more than 100 documents", subject: source.file)
    }
    var roots: [Node] = []
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
      var part = bytes
      for offset in bytes.indices where (offset < start || offset >= end) && bytes[offset] != 0x0A {
        part[offset] = 0x20
      }
      do throws(SyntaxError) {
        let text = SourceText(file: source.file, bytes: part)
        if let root = try Document(text).root { roots.append(root) }
      } catch {
        throw Problem(.refused, "isn't valid YAML: \(error.message)", at: error.location)
      }
    }
    return roots
  }

  /// Adds the images that values name, and those that can't be evaluated.
  mutating func add(images values: [ImageValue], of source: SourceText) {
    for value in values where seen.insert(value.node.range.lowerBound).inserted {
      do throws(Problem) {
        try add(value, in: source)
      } catch {
        unread.append(UnsupportedReference(value.node.string ?? "", error))
      }
    }
  }

  /// Adds a version at the end of a value.
  ///
  /// - Parameters:
  ///   - text: the value, as a refusal names it.
  ///   - version: its end.
  ///   - node: the value in the file; a refusal is added if it isn't literally there.
  ///   - source: the file.
  ///   - use: makes the use from the bytes of the version; nil if it isn't one.
  mutating func add(
    _ text: String, ending version: String, of node: Node, in source: SourceText,
    _ use: (Range<Int>) -> ListedUse?
  ) {
    let wanted = Array((node.string ?? "").utf8)
    let raw = source.bytes[node.range]
    guard let start = raw.indices.first(where: { raw[$0...].starts(with: wanted) }) else {
      return refuse(
        text, "is written with escapes or over several lines", at: node.location,
        advice: "write the value on one line without escapes")
    }
    let end = start + wanted.count
    guard let use = use((end - version.utf8.count)..<end), use.number != nil else {
      return refuse(text, "isn't a version that can be compared", at: node.location)
    }
    if seen.insert(use.range.lowerBound).inserted { listed.append(use) }
  }

  /// Adds a tag, or the reason why it isn't evaluated.
  ///
  /// - Parameters:
  ///   - text: names it in a refusal.
  ///   - needsTag: whether a branch is reported.
  ///   - use: makes the use from the file.
  mutating func add(
    _ text: String, needsTag: Bool = true, _ use: () throws(Problem) -> TagUse?
  ) {
    do throws(Problem) {
      guard var use = try use(), seen.insert(use.range.lowerBound).inserted else { return }
      use.needsTag = needsTag
      tags.append(use)
    } catch {
      unread.append(UnsupportedReference(text, error))
    }
  }

  /// Returns the file with all references refused, because a lock that can't be rewritten has them, too.
  func locked(by lock: String, because problem: Problem) -> ReferenceFile {
    var file = ReferenceFile(source)
    file.unread = unread
    let all =
      tags.map { ($0.name, $0.location) } + images.map { ($0.image.name, $0.location) }
      + listed.map { ("\($0.name) \($0.current)", $0.location) }
    for (name, location) in all {
      file.refuse(
        name, "is also in \(lock), which \(problem.message)", at: location,
        advice: problem.advice ?? "update both with the tool of the lock")
    }
    return file
  }

  /// Adds a refusal.
  mutating func refuse(
    _ text: String, _ message: String, at location: Location, advice: String? = nil
  ) {
    unread.append(UnsupportedReference(text, message, at: location, advice: advice))
  }
}

/// Replaces YAML tags by spaces.
private func blanked(_ tags: [String], in bytes: [UInt8]) -> [UInt8] {
  var result = bytes
  for tag in tags.map({ Array($0.utf8) }) {
    var index = 0
    while index + tag.count < result.count {
      let isTag =
        result[index...].starts(with: tag) && " \t\r\n".utf8.contains(result[index + tag.count])
        && (index == 0 || " \t\n[,".utf8.contains(result[index - 1]))
      if isTag { for offset in index..<(index + tag.count) { result[offset] = 0x20 } }
      index += isTag ? tag.count : 1
    }
  }
  return result
}

/// Returns where documents begin: at the start, and at each line with `---` and no other text directly
/// behind it, such as `---BEGIN`.
func documentStarts(in bytes: [UInt8]) -> [Int] {
  var starts = [0]
  var line = 0
  while line < bytes.count {
    let isMarker =
      bytes[line...].starts(with: "---".utf8)
      && (line + 3 == bytes.count || " \t\r\n".utf8.contains(bytes[line + 3]))
    if isMarker, line > 0 { starts.append(line) }
    line = bytes[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }
  return starts
}
