import Ecosystem
import Git
import References
import Text
import Versioning

/// A submodule with its commit.
struct Submodule: Sendable {
  let entry: SubmodulesFile.Entry
  /// The commit in the tree; nil if the tree has none at the path.
  let commit: String?
  /// The absolute address; nil if it can't be resolved.
  let url: String?
  /// Why it isn't evaluated; nil if it is.
  let problem: Problem?

  /// Combines what `.gitmodules` and the tree have.
  ///
  /// - Parameters:
  ///   - entry: the section.
  ///   - commit: the commit in the tree.
  ///   - base: the address of this repository, for relative addresses.
  init(_ entry: SubmodulesFile.Entry, at commit: String?, base: String?) {
    self.entry = entry
    self.commit = commit
    let written = entry.url ?? ""
    let isRelative = written.hasPrefix("./") || written.hasPrefix("../")
    url = isRelative ? base.flatMap { relative(written, to: $0) } : entry.url
    let reason: (message: String, advice: String?)? =
      if commit == nil {
        ("is a path in .gitmodules without a submodule in the tree", "remove its section")
      } else if written.isEmpty {
        ("has no url in .gitmodules", nil)
      } else if url == nil {
        (
          "has the relative address \(written), and that of this repository isn't known",
          "write the whole address, or clone the repository with a remote 'origin'"
        )
      } else if entry.branch == "." {
        ("follows the branch that this repository is on", "name a branch in .gitmodules")
      } else {
        nil
      }
    problem = reason.map { reason in
      Problem(
        .refused, reason.message, subject: entry.path, at: entry.location, advice: reason.advice)
    }
  }
}

/// Resolves a relative address as git does: each `../` removes a part of the base.
///
///     relative("../kit.git", to: "https://github.com/acme/app.git") == "https://github.com/acme/kit.git"
private func relative(_ address: String, to base: String) -> String? {
  var base = base[...]
  while base.last == "/" { base.removeLast() }
  var rest = address[...]
  var separator = "/"
  while true {
    if rest.hasPrefix("./") {
      rest = rest.dropFirst(2)
    } else if rest.hasPrefix("../") {
      rest = rest.dropFirst(3)
      guard let end = base.lastIndex(where: { $0 == "/" || $0 == ":" }), end != base.startIndex
      else { return nil }
      separator = String(base[end])
      base = base[..<end]
      // The host itself can not be removed.
      guard !base.hasSuffix("/"), base.contains(where: { $0 == "/" || $0 == "@" }) else {
        return nil
      }
    } else {
      while rest.last == "/" { rest.removeLast() }
      return rest.isEmpty ? nil : base + separator + rest
    }
  }
}

/// What a submodule follows, and where it can move to.
struct SubmoduleState: Sendable {
  /// The tag of the present commit; nil if a branch is followed.
  var tag: TagVersion?
  /// The tags of the same form, oldest first, with their commits and the objects by which they are
  /// dated; empty if a branch is followed.
  var tags: [(version: TagVersion, commit: String, dated: String)] = []
  /// The head of the followed branch; nil if tags are followed.
  var head: String?

  /// Looks a submodule up in the references of its repository.
  ///
  /// `branch` in `.gitmodules` decides. Without it, a commit that has a version's tag follows the tags,
  /// and any other one the default branch.
  ///
  /// - Throws: a refusal if the branch doesn't exist.
  init(of submodule: Submodule, in references: [Reference]) throws(Problem) {
    if let branch = submodule.entry.branch {
      head = references.first { $0.branch == branch }?.commit
    } else {
      let all = references.compactMap { reference in
        reference.tag.flatMap { TagVersion($0) }.map {
          (version: $0, commit: reference.commit, dated: reference.dated)
        }
      }
      let own = all.filter { $0.commit == submodule.commit && $0.version.numbers.count > 1 }
      tag = own.map(\.version).max { $0.rank < $1.rank }
      if let tag {
        tags = all.filter { $0.version.isAlike(tag) }
          .sorted { ($0.version, $0.version.text) < ($1.version, $1.version.text) }
        return
      }
      head = references.first { $0.name == "HEAD" }?.commit
    }
    guard head == nil else { return }
    throw Problem(
      .refused,
      submodule.entry.branch.map { "follows the branch \($0), which doesn't exist" }
        ?? "has a repository without a default branch",
      subject: submodule.entry.path, at: submodule.entry.location)
  }
}

extension TagVersion {
  /// Decides between tags of one commit: plain ones first, then that with the most components.
  fileprivate var rank: (Int, Int, String) { (isPlain ? 1 : 0, numbers.count, text) }

  /// Whether both tags name versions of one thing.
  fileprivate func isAlike(_ other: TagVersion) -> Bool {
    numbers.count > 1 && (prefix == other.prefix || (isPlain && other.isPlain))
  }
}
