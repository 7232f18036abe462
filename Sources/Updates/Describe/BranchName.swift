import Text
import Ecosystem
import Versioning

extension BranchStyle {
  /// Returns the branch of a key: `martlet/swift/ios/alamofire`, `martlet/npm/multi/web`.
  ///
  /// As in Dependabot, the root directory is omitted, and a base other than the default branch is
  /// included. Characters that git or shells do not allow are replaced. The name ends in a digest of
  /// the key if characters were replaced, if it is too long, or if it conflicts with another branch:
  /// git does not allow `npm/eslint` beside `npm/eslint/js`.
  ///
  /// - Parameters:
  ///   - key: the key of the pull request.
  ///   - defaultBranch: the default branch of the repository.
  ///   - taken: the branches of other keys.
  ///   - digest: returns a hexadecimal digest of a text.
  /// - Returns: a name that git allows.
  package func name(
    for key: UpdateKey, defaultBranch: String, taken: Set<String> = [],
    digest: (String) -> String
  ) -> String {
    let target = key.base == defaultBranch ? [] : [key.base]
    // The mark is spelled as a hyphen, with a digest: a package can have the name `react-major`.
    let step = key.step.map { "~\($0.rawValue)" } ?? ""
    let parts = key.scope.branchParts + target + [key.subject.branchPart + step]
    let wanted = ([prefix] + parts).joined(separator: separator).replacing("/", with: separator)
    var name = spelled(wanted)
    let isLossless = name == wanted || name == withoutScopeSign(wanted)
    let isFree = !taken.contains { blocks($0, name) }
    guard !isLossless || !isFree || key.scope.isAmbiguous || name.utf8.count > maximumLength
    else { return name }
    if !isFree {
      let flat = parts.dropFirst().joined(separator: "-").replacing("/", with: "-")
      name = spelled([prefix, parts[0], flat].joined(separator: separator))
    }
    let suffix = "-" + digest(key.description).prefix(10)
    name = String(name.prefix(maximumLength - suffix.count))
    return trimmed(name) + suffix
  }

  /// Whether two branches are equal, or one would be a folder that contains the other.
  private func blocks(_ left: String, _ right: String) -> Bool {
    left == right || left.hasPrefix(right + "/") || right.hasPrefix(left + "/")
  }

  /// Removes the `@` of `@scope/name`.
  ///
  /// The name stays unique, because no other npm name has a slash.
  private func withoutScopeSign(_ text: String) -> String {
    text.split(separator: "@", omittingEmptySubsequences: false).joined()
  }

  private func spelled(_ text: String) -> String {
    var result = ""
    for scalar in withoutScopeSign(text).unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
      let isKept = isPlain || "/_.(){}-".unicodeScalars.contains(scalar)
      result.unicodeScalars.append(isKept ? scalar : "-")
    }
    for (pattern, replacement) in [("/.", "/dot-"), ("..", "."), ("//", "/"), (".lock/", "-lock/")]
    {
      while result.contains(pattern) { result = result.replacing(pattern, with: replacement) }
    }
    return trimmed(result)
  }

  /// Removes endings that git does not allow: a dot, a slash and `.lock`.
  private func trimmed(_ name: String) -> String {
    var name = name
    if name.hasSuffix(".lock") { name = name.dropLast(5) + "-lock" }
    while let last = name.last, last == "." || last == "/" { name.removeLast() }
    return name
  }
}

extension UpdateKey.Subject {
  /// The part of a branch name for the subject.
  ///
  /// The identity of one of several dependencies of a name becomes `react~16`, which is spelled
  /// `react-16`, with a digest: a package can have the name `react-16`.
  ///
  /// A replacement becomes `former~by~kit`, which is spelled `former-by-kit`, with a digest.
  fileprivate var branchPart: String {
    if case .replacement(let replacement) = self {
      let (old, new) = (Self.dependency(replacement.old), Self.dependency(replacement.new))
      return "\(old.branchPart)~by~\(new.branchPart)"
    }
    guard case .dependency(let name) = self, let first = name.first else { return name }
    return String(first) + name.dropFirst().replacing("@", with: "~")
  }
}

extension UpdateKey.Scope {
  /// The parts of a branch name for the scope.
  fileprivate var branchParts: [String] {
    switch self {
    case .directory(let ecosystem, let directory):
      [ecosystem.rawValue] + directory.slashParts().map(String.init)
    case .directories(let ecosystem, _): [ecosystem.rawValue, directoryWord]
    case .ecosystems: ["multi"]
    }
  }

  /// Whether a directory is named like the placeholder for several directories.
  fileprivate var isAmbiguous: Bool {
    guard case .directory(_, let directory) = self else { return false }
    return directory.hasPrefix("/multi")
  }
}
