package import Languages
import Store

/// The marker of the one comment about checks.
let verdictMarker = "<!-- martlet-ci -->"

extension VerdictRecord {
  /// The comment about the verdict: result, commit and a table of checks.
  ///
  /// Names and URLs come from third parties. They are quoted as code, and become links only if they
  /// are plain web addresses. `labelled` is false on hosts without labels.
  package func commentText(
    labelled: Bool = true, in language: Language = .english
  ) -> String {
    let parts = [
      verdictMarker, headline(language), table(language), closing(labelled, language),
    ].filter { !$0.isEmpty }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func headline(_ language: Language) -> String {
    let commit = code(head)
    return switch verdict {
    case .pending: language("**CI has not finished** on \(commit).")
    case .passed: language("**CI passed** on \(commit).")
    case .failed: language("**CI failed** on \(commit).")
    case .timedOut:
      language("**CI timed out** on \(commit): these checks did not finish in time.")
    case .none: language("**There are no checks** on \(commit).")
    }
  }

  private func table(_ language: Language) -> String {
    guard !checks.isEmpty else { return "" }
    let limit = 30
    var rows = checks.prefix(limit).map { "| \($0.link) | \($0.state.tableText) |" }
    if checks.count > limit { rows.append(language("| and \(checks.count - limit) more | |")) }
    return ([language("| Check | Result |"), "| --- | --- |"] + rows).joined(separator: "\n")
  }

  private func closing(_ labelled: Bool, _ language: Language) -> String {
    guard verdict == .failed || verdict == .timedOut else { return "" }
    let label = labelled ? language(" and the label `\(ciFailedLabelName)`") : ""
    return language(
      "martlet updates this comment\(label) after each commit and rerun. "
        + "It does not merge this pull request until the checks are green.")
  }
}

/// The label of pull requests whose checks failed or timed out.
package let ciFailedLabelName = "martlet: ci-failed"

extension VerdictRecord.Check {
  /// The name as code, and as a link if the check has a plain URL.
  fileprivate var link: String {
    let text = code(String(name.prefix(100)).tableText).replacing("|", with: "\\|")
    guard let url, url.isPlainURL else { return text }
    return "[\(text)](<\(url)>)"
  }
}

extension String {
  /// The text without characters that end a table row or start an HTML comment.
  fileprivate var tableText: String {
    String(unicodeScalars.map { $0.value < 0x20 || $0 == "|" ? " " : Character($0) }).withoutMarkers
  }

  /// Whether it is safe between `<` and `>` and nothing but a web address.
  fileprivate var isPlainURL: Bool {
    guard hasPrefix("https://") || hasPrefix("http://"), utf8.count <= 2000 else { return false }
    return unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && scalar.value > 0x20 && !"<>\\`|\"".unicodeScalars.contains(scalar)
    }
  }
}
