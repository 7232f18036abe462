/// The contents of `packed-refs`, which has most references of a repository in one file.
///
///     # pack-refs with: peeled fully-peeled sorted
///     1e9a… refs/tags/v1.0.0
///     ^77c0…
///
/// Source: git-pack-refs(1). A line with `^` has the commit of the annotated tag above it.
struct PackedReferences: Sendable {
  private var commits: [String: (target: String, commit: String)] = [:]
  private var isPeeled = false

  /// Parses the file; without `fully-peeled` in its first line the commits of tags are unknown.
  init(_ text: String) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
    guard let first = lines.first, first.hasPrefix("# pack-refs with:"),
      first.split(separator: " ").contains("fully-peeled")
    else { return }
    isPeeled = true
    var latest: String?
    for line in lines.dropFirst() {
      if line.utf8.first == UInt8(ascii: "^"), let name = latest {
        commits[name]?.commit = String(line.dropFirst())
        continue
      }
      let words = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard words.count == 2, words[0].count == 40 else { continue }
      let name = String(Substring(words[1]))
      let target = String(Substring(words[0]))
      latest = name
      commits[name] = (target, target)
    }
  }

  /// All references with their commits; nil if the commits of tags are unknown.
  var references: [String: String]? { isPeeled ? commits.mapValues(\.commit) : nil }

  /// The tag objects of the annotated tags, by the tags' full names.
  var tagObjects: [String: String] {
    commits.filter { $1.target != $1.commit }.mapValues(\.target)
  }

  /// Returns the commit of a reference, if the file has it with that target.
  func commit(of name: String, at target: String) -> String? {
    guard let known = commits[name], known.target == target else { return nil }
    return known.commit
  }
}
