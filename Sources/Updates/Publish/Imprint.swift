import Crypto
import Ecosystem
import Forges

/// A digest of what a commit consists of: its parent, its message, and the mode and content of each
/// path that it changes.
///
/// It has no people and no times, because anybody can write those into a commit. Two commits with the
/// same imprint have the same tree.
struct Imprint: Hashable, Sendable {
  /// 64 hexadecimal digits, as the state stores it.
  let text: String

  /// Computes the imprint of a commit with one parent.
  ///
  /// - Parameters:
  ///   - parent: the name of the parent.
  ///   - message: the whole message; hosts differ in the line breaks around it.
  ///   - changes: what the commit changes in the tree of its parent.
  init(parent: String, message: String, changes: TreeChanges) {
    let text = message.replacing("\r\n", with: "\n").trimmed
    let parts = [Array(parent.utf8), Array(text.utf8)] + changes.lines
    self.text =
      Digest(.sha256, of: parts.flatMap { Array("\($0.count):".utf8) + $0 }).hexadecimal
  }
}

/// What differs between two trees.
///
/// Paths are compared by their bytes: two spellings of a letter are two files.
struct TreeChanges: Hashable, Sendable {
  /// `100644 SHA PATH` for a written file, `- PATH` for a removed one; sorted by their bytes.
  fileprivate let lines: [[UInt8]]

  /// Compares the trees of two commits.
  init(from old: [TreeEntry], to new: [TreeEntry]) {
    let before = Set(old.map(Self.line))
    let paths = Set(new.map { Array($0.path.utf8) })
    let written = new.map(Self.line).filter { !before.contains($0) }
    let removed = old.map { Array($0.path.utf8) }.filter { !paths.contains($0) }
    self.init(written, removed: removed)
  }

  /// Lists the changes of a proposal.
  init(of proposal: Proposal) {
    var written: [[UInt8]] = []
    var removed: [[UInt8]] = []
    for file in proposal.update.files where file.before != file.after {
      guard let after = file.after else {
        removed.append(Array(file.path.utf8))
        continue
      }
      let mode = proposal.modes[file.path] ?? .regular
      let name = mode == .submodule ? String(decoding: after, as: UTF8.self) : blobName(after)
      written.append(Self.line(TreeEntry(path: file.path, mode: mode, sha: name)))
    }
    self.init(written, removed: removed)
  }

  private init(_ written: [[UInt8]], removed: [[UInt8]]) {
    lines = (written + removed.map { Array("- ".utf8) + $0 })
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Whether these changes include others.
  func contains(_ others: TreeChanges) -> Bool { Set(lines).isSuperset(of: others.lines) }

  private static func line(_ entry: TreeEntry) -> [UInt8] {
    Array("\(entry.mode.rawValue) \(entry.sha) \(entry.path)".utf8)
  }
}

extension Proposal {
  /// The imprint of the commit that martlet would write on a parent.
  func imprint(on parent: String) -> Imprint {
    Imprint(parent: parent, message: commitMessage, changes: TreeChanges(of: self))
  }
}

extension String {
  /// The text without white space around it.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    let end = start.reversed().drop(while: \.isWhitespace)
    return String(end.reversed())
  }
}

/// Computes git's object name of a blob: SHA-1 over a header and the bytes.
private func blobName(_ bytes: [UInt8]) -> String {
  Digest(.sha1, of: Array("blob \(bytes.count)\0".utf8) + bytes).hexadecimal
}
