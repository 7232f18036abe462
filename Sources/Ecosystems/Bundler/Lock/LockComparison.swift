import Gems
import Text

/// Decides whether a lock is left as it is, as Bundler's `lockfiles_equal?` does.
///
/// Without an update, Bundler doesn't touch a lock that differs only in `RUBY VERSION`, in
/// `BUNDLED WITH`, in a section that is newer than the lock's Bundler, or in blank lines.
struct LockComparison {
  private let ignored: Set<String>

  /// Compares with a lock of this version of Bundler; nil if the lock doesn't have the version.
  init(writtenBy bundler: GemVersion?) {
    let version = bundler?.release ?? .zero
    let isOld = version < (GemVersion("2.5.0") ?? .zero)
    ignored = Set(["RUBY VERSION", "BUNDLED WITH"] + (isOld ? ["CHECKSUMS"] : []))
  }

  /// Returns whether both have the same relevant sections.
  func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    relevant(left) == relevant(right)
  }

  private func relevant(_ bytes: [UInt8]) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    var kept: [String] = []
    var isIgnored = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      isIgnored = isIgnored && Self.isIndented(line) || ignored.contains(String(line))
      let isRepeated = line.isEmpty && (kept.last?.isEmpty ?? true)
      if !isIgnored, !isRepeated { kept.append(String(line)) }
    }
    while let last = kept.last, last.trimmed.isEmpty { kept.removeLast() }
    return kept
  }

  private static func isIndented(_ line: Substring) -> Bool {
    line.utf8.prefix(2).count == 2 && line.utf8.prefix(2).allSatisfy(\.isASCIISpace)
  }
}
