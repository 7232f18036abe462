/// What `packed-refs` says: most references of a repository in one file.
///
///     # pack-refs with: peeled fully-peeled sorted
///     1e9a… refs/tags/v1.0.0
///     ^77c0…
///
/// Source: git-pack-refs(1); `^` gives the commit of the annotated tag above it.
struct PackedReferences: Sendable {
  private var commits: [String: (target: String, commit: String)] = [:]

  /// Reads the file; without `fully-peeled` in its first line nothing is known of tags.
  init(_ text: some StringProtocol) {
    let lines = text.split(separator: "\n")
    guard let first = lines.first, first.hasPrefix("# pack-refs with:"),
      first.split(separator: " ").contains("fully-peeled")
    else { return }
    var latest: String?
    for line in lines.dropFirst() {
      if line.hasPrefix("^"), let name = latest {
        commits[name]?.commit = String(line.dropFirst())
        continue
      }
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, words[0].utf8.count == 40 else { continue }
      latest = String(words[1])
      commits[String(words[1])] = (String(words[0]), String(words[0]))
    }
  }

  /// The commit that a reference leads to, if it stands there with that target.
  func commit(of name: String, at target: String) -> String? {
    guard let known = commits[name], known.target == target else { return nil }
    return known.commit
  }
}
