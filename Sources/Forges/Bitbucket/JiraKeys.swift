/// Keys of Jira's issues in text of others, which Bitbucket links with issues of its own Jira.
///
///     JiraKeys.replaced(in: "> Fixes ACME-1") == "> Fixes ACME\u{2011}1"
enum JiraKeys {
  /// A hyphen that no key contains; the text doesn't get longer.
  private static let hyphen: Unicode.Scalar = "\u{2011}"

  /// Replaces the hyphens of keys outside of code and addresses.
  ///
  /// A key is two or more capitals, digits and underscores that begin with a letter, a hyphen, and a
  /// number. Identifiers of vulnerabilities keep theirs, because people copy them.
  static func replaced(in line: Substring) -> String {
    let text = Array(line.unicodeScalars)
    var result = String.UnicodeScalarView()
    var isCode = false
    var end: Unicode.Scalar?
    for (index, scalar) in text.enumerated() {
      let isLive = scalar == "-" && !isCode && end == nil && isKey(text, hyphen: index)
      result.append(isLive ? hyphen : scalar)
      if scalar == "`" { isCode.toggle() }
      if scalar == end {
        end = nil
      } else if end == nil, scalar == "<" {
        end = ">"
      } else if end == nil, scalar == "(", index > 0, text[index - 1] == "]" {
        end = ")"
      }
    }
    return String(result)
  }

  private static func isKey(_ text: [Unicode.Scalar], hyphen: Int) -> Bool {
    guard hyphen + 1 < text.count, ("1"..."9").contains(text[hyphen + 1]) else { return false }
    let project = text[..<hyphen].reversed().prefix { isWord($0) }.reversed()
    guard let first = project.first, ("A"..."Z").contains(first), project.count >= 2 else {
      return false
    }
    let name = String(String.UnicodeScalarView(project))
    return name != "CVE" && !name.contains { $0.isLowercase }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
  }
}
