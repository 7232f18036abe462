import Store

/// How the one comment about continuous integration is known again.
let verdictMarker = "<!-- martlet-ci -->"

extension VerdictRecord {
  /// The comment that tells of the verdict: which, for which commit, and where to look.
  ///
  /// Names and addresses come from others: they are set as code, and as links only where they are
  /// plain addresses of the web.
  package var commentText: String {
    let parts = [verdictMarker, headline, table, closing].filter { !$0.isEmpty }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var headline: String {
    let commit = code(head)
    return switch verdict {
    case .pending: "**CI has not said anything final** of \(commit) yet."
    case .passed: "**CI passed** on \(commit)."
    case .failed: "**CI failed** on \(commit)."
    case .timedOut: "**CI timed out** on \(commit): these checks said nothing in time."
    case .none: "**No check** says anything of \(commit)."
    }
  }

  private var table: String {
    guard !checks.isEmpty else { return "" }
    let limit = 30
    var rows = checks.prefix(limit).map { "| \($0.link) | \($0.state.plain) |" }
    if checks.count > limit { rows.append("| and \(checks.count - limit) more | |") }
    return (["| Check | Says |", "| --- | --- |"] + rows).joined(separator: "\n")
  }

  private var closing: String {
    guard verdict == .failed || verdict == .timedOut else { return "" }
    return """
      This comment and the label `\(ciFailedLabelName)` follow the newest commit and every rerun; \
      nothing merges by itself while it is so.
      """
  }
}

/// The label of pull requests whose checks failed or said nothing in time.
package let ciFailedLabelName = "martlet: ci-failed"

extension VerdictRecord.Check {
  /// The name as code, and as a link where the address is one.
  fileprivate var link: String {
    let text = code(String(name.prefix(100)).plain).replacing("|", with: "\\|")
    guard let url, url.isPlainAddress else { return text }
    return "[\(text)](<\(url)>)"
  }
}

extension String {
  /// The text without anything that ends a row of a table or begins an HTML comment.
  fileprivate var plain: String {
    String(unicodeScalars.map { $0.value < 0x20 || $0 == "|" ? " " : Character($0) }).withoutMarkers
  }

  /// Whether it can stand between `<` and `>` as an address of the web and nothing else.
  fileprivate var isPlainAddress: Bool {
    guard hasPrefix("https://") || hasPrefix("http://"), utf8.count <= 2000 else { return false }
    return unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && scalar.value > 0x20 && !"<>\\`|\"".unicodeScalars.contains(scalar)
    }
  }
}
