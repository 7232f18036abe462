import Catalog
import Ecosystem
import FoundationEssentials
import Testing

private let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

/// Tests that only an ecosystem's own folder knows its name.
@Suite struct `An ecosystem` {
  /// Renovate's names of managers, and which ecosystems they are.
  private static let renovate = "Sources/Configuration/Renovate/"
  /// The types of package URLs.
  private static let packageURL = "Sources/Updates/Record/PackageURL.swift"
  /// The list of all ecosystems.
  private static let list = "Sources/Ecosystems/Catalog/Catalog.swift"

  private func sources() throws -> [(path: String, text: String)] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: root + "/Sources")
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      let path = "Sources/\(name)"
      return (path, try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8))
    }
  }

  @Test func `is described in its folder and listed once`() throws {
    let files = try sources()
    let described = files.filter { $0.path.hasSuffix("/Description.swift") }
    let list = try #require(files.first { $0.path == Self.list }).text
    let (_, names) = try #require(
      list.firstMatch(of: /\[EcosystemDescription\] =\s*\[([^\]]*)\] \+ references/)?.output)
    let listed = names.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter {
      !$0.isEmpty
    }
    let own = described.compactMap { file in
      file.text.firstMatch(of: /extension EcosystemDescription \{[^=]*static let (\w+) =/)
        .map { "." + String($0.output.1) }
    }
    #expect(Set(listed) == Set(own))
    #expect(listed.count == own.count)
    let others = files.filter { $0.text.contains(/\[\s*\.swift,\s*\.bundler/) }.map(\.path)
    #expect(others.filter { !$0.hasPrefix("Sources/Ecosystems/Ecosystem/") } == [Self.list])
  }

  @Test func `is named by no source outside its folder`() throws {
    // `custom` is also a key, two are also kinds of registries, and files of runtimes are read by
    // those that need their versions.
    let named = Names(
      of: .served.filter {
        !["custom", "helm", "terraform", "runtimes"].contains($0.id.rawValue)
      })
    for file in try sources() where isOutside(file.path) {
      for name in named.lines(in: file.text) { Issue.record("\(file.path): \(name)") }
    }
  }

  /// An interpreter knows the libraries of its language, such as `bundler` of Ruby.
  private static let interpreters = "Sources/Interpreters/"

  private func isOutside(_ path: String) -> Bool {
    !([Self.list, Self.packageURL].contains(path)) && !path.hasPrefix(Self.renovate)
      && !path.hasPrefix(Self.interpreters)
      && (!path.hasPrefix("Sources/Ecosystems/") || path.hasPrefix("Sources/Ecosystems/Ecosystem/"))
  }

  @Test(arguments: [
    (#"let a = "an npm scope""#, 1), (#"let a = "Package.swift:1""#, 1), ("case .npm: 1", 1),
    ("    the lock of Bundler\n", 0), ("let a = \"\"\"\n  the lock of Bundler\n  \"\"\"", 1),
    ("f(.swift, 1)", 1), (#"let a = "x.swift""#, 0), ("/// npm's `.npmrc`", 0),
    (#"let a = "\(npm.name) is""#, 0), ("file.swift.name", 0), (#"let a = "npmish""#, 0),
  ])
  func `is recognized in strings and as a member`(text: String, count: Int) {
    #expect(Names(of: .served).lines(in: text).count == count)
  }
}

/// What other code could name ecosystems by.
private struct Names {
  private let words: Set<String>
  /// `.npm`, by the letters after the dot.
  private let members: [Substring: [String]]

  init(of ecosystems: [EcosystemDescription]) {
    words = Set(ecosystems.flatMap(\.ownNames).map { $0.lowercased() })
    members = Dictionary(grouping: ecosystems.map { ".\($0.id)" }) {
      $0.dropFirst().prefix(while: isPart)
    }
  }

  /// Returns the lines that name an ecosystem in a string, or as a member without a base, as in a
  /// switch; comments don't count.
  func lines(in text: String) -> [Substring] {
    var isInText = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let code = line.drop { $0 == " " }
      if code.hasPrefix("//") { return false }
      let wasInText = isInText
      if line.contains("\"\"\"") { isInText.toggle() }
      let strings = wasInText ? [line] : quoted(line)
      return strings.contains { !tokens(in: $0).isDisjoint(with: words) }
        || (!wasInText && hasMember(line))
    }
  }

  private func hasMember(_ line: Substring) -> Bool {
    line.split(separator: ".", omittingEmptySubsequences: false).dropFirst().contains { rest in
      members[rest.prefix(while: isPart), default: []].contains { names($0, in: line) }
    }
  }
}

extension EcosystemDescription {
  /// The names, words, files and hosts by which other code could recognize the ecosystem.
  fileprivate var ownNames: [String] {
    [id.rawValue, displayName, lockFile, advisories?.name].compactMap(\.self) + tools + words
      + ownWords + publicHosts + registrySettings + manifests.filter { !$0.contains("*") }
      + registries.flatMap { [$0.type, $0.displayName].compactMap(\.self) }
      + generatedFolders.filter { !$0.hasPrefix(".") }
  }
}

/// Returns the contents of the string literals in a line, without interpolated code.
private func quoted(_ line: Substring) -> [Substring] {
  var parts: [Substring] = []
  var rest = line
  while let start = rest.firstIndex(of: "\"") {
    let tail = rest[rest.index(after: start)...]
    guard let end = tail.firstIndex(of: "\"") else { break }
    parts += tail[..<end].split(separator: "\\(", omittingEmptySubsequences: false).enumerated().map
    { index, part in
      index == 0 ? part : part.drop { $0 != ")" }
    }
    rest = tail[tail.index(after: end)...]
  }
  return parts
}

/// Returns the words of a text in lowercase: file names, hosts, and their parts before the first dot.
///
/// An extension alone isn't a word: `x.swift` names a file of any kind.
private func tokens(in text: Substring) -> Set<String> {
  var result: Set<String> = []
  for token in text.lowercased().split(whereSeparator: { !isPart($0) && $0 != "." && $0 != "-" }) {
    let plain = token.last == "." ? token.dropLast() : token
    result.insert(String(plain))
    let first = plain.prefix { $0 != "." }
    result.formUnion(first.split(separator: "-").map(String.init))
  }
  return result
}

/// Whether a line has a member without a base: `.npm`, but not `file.npm`.
private func names(_ member: String, in line: Substring) -> Bool {
  line.ranges(of: member).contains { range in
    let before =
      range.lowerBound == line.startIndex ? " " : line[line.index(before: range.lowerBound)]
    let after = range.upperBound == line.endIndex ? " " : line[range.upperBound]
    return !isPart(before) && !")]}\"?!*/".contains(before) && !isPart(after)
  }
}

private func isPart(_ character: Character) -> Bool {
  character.isLetter || character.isNumber || character == "_"
}
