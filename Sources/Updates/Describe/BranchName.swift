import Ecosystem

/// How the branches of pull requests are spelled.
package struct BranchStyle: Hashable, Sendable {
  /// The first part of every name; our branches are known by it.
  package var prefix: String
  /// Stands between the parts.
  package var separator: String
  /// Git allows more; hosts and file systems want less.
  package var maximumLength: Int

  /// Starts from `martlet/…/…`.
  package init(prefix: String = "martlet", separator: String = "/", maximumLength: Int = 100) {
    self.prefix = prefix
    self.separator = separator
    self.maximumLength = maximumLength
  }

  /// Spells the branch of a key: `martlet/swift/ios/alamofire`, `martlet/npm/multi/web`.
  ///
  /// The root directory is left out, a base other than the default branch is put in, as
  /// Dependabot does. Characters that git or shells would trip over are replaced; a name that
  /// loses something by it, or by being cut, ends in a digest of the key and so stays its own. So
  /// does one that another branch is in the way of: git has no branch `npm/eslint` beside
  /// `npm/eslint/js`.
  ///
  /// - Parameters:
  ///   - key: what the branch is for.
  ///   - defaultBranch: the repository's.
  ///   - taken: branches of other keys.
  ///   - digest: hexadecimal digits made of any text.
  /// - Returns: a name that git allows.
  package func name(
    for key: UpdateKey, defaultBranch: String, taken: Set<String> = [],
    digest: (String) -> String
  ) -> String {
    let target = key.base == defaultBranch ? [] : [key.base]
    let parts = key.scope.branchParts + target + [key.subject.name]
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

  /// Whether two branches are one, or one would be a folder of the other.
  private func blocks(_ left: String, _ right: String) -> Bool {
    left == right || left.hasPrefix(right + "/") || right.hasPrefix(left + "/")
  }

  /// `@scope/name` may lose its sign: no other name of npm's holds a slash.
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

  /// Git allows no name that ends in a dot, a slash or `.lock`.
  private func trimmed(_ name: String) -> String {
    var name = name
    if name.hasSuffix(".lock") { name = name.dropLast(5) + "-lock" }
    while let last = name.last, last == "." || last == "/" { name.removeLast() }
    return name
  }
}

extension UpdateKey.Scope {
  /// The parts of a branch's name that say where it reaches.
  fileprivate var branchParts: [String] {
    switch self {
    case .directory(let ecosystem, let directory):
      [ecosystem.rawValue] + directory.split(separator: "/").map(String.init)
    case .directories(let ecosystem, _): [ecosystem.rawValue, directoryWord]
    case .ecosystems: ["multi"]
    }
  }

  /// A directory that is itself called like what stands for several.
  fileprivate var isAmbiguous: Bool {
    guard case .directory(_, let directory) = self else { return false }
    return directory.hasPrefix("/multi")
  }
}
