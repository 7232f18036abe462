import Configuration
import Ecosystem
package import Forges
import Logging
import Text

/// The people and teams that a `CODEOWNERS` file makes responsible for files.
///
/// The last matching line counts, on hosts with sections the last one of each section.
///
///     * @acme/platform
///     /web/ @acme/web @ann
package struct CodeOwners: Hashable, Sendable {
  fileprivate struct Rule: Hashable {
    var pattern: [Substring]
    /// Whether it only matches what is directly in a folder, as `docs/*` does.
    var isShallow: Bool
    var owners: [String]
  }

  fileprivate struct Section: Hashable {
    var owners: [String] = []
    var rules: [Rule] = []
  }

  private var sections: [Section] = []
  /// All owners of a file whose patterns aren't paths; nil: the patterns are.
  private var everybody: [String]?

  /// The most bytes of a file that are read, as on GitHub.
  private static let mostBytes = 3 << 20

  /// Parses a file; lines without a pattern and owners are left out, as the hosts do.
  ///
  /// - Parameters:
  ///   - text: the content.
  ///   - format: how the host reads it.
  package init(_ text: String, _ format: CodeOwnersFormat = CodeOwnersFormat()) {
    guard text.utf8.count <= Self.mostBytes else { return }
    var sections: [String: Int] = [:]
    func begin(_ name: String, _ owners: [String]) -> Int {
      let index = sections[name.lowercased()] ?? self.sections.count
      if index == self.sections.count { self.sections.append(Section()) }
      sections[name.lowercased()] = index
      if !owners.isEmpty { self.sections[index].owners = owners }
      return index
    }
    var current = begin("", [])
    for line in text.split(whereSeparator: \.isNewline) {
      let fields = Self.fields(of: line)
      guard let first = fields.first else { continue }
      let owners = fields.dropFirst().filter { $0.contains("@") }
      if format.hasSections, let name = Self.sectionName(line) {
        current = begin(name, Self.fields(of: line.drop { $0 != "]" }).filter { $0.hasPrefix("@") })
      } else {
        self.sections[current].rules.append(Rule(first, owners))
      }
    }
    if format.hasExpressions { everybody = self.sections.flatMap { $0.rules.flatMap(\.owners) } }
  }

  /// Returns the owners of files, sorted and without duplicates.
  package func owners(of paths: [String]) -> [String] {
    if let everybody { return Set(everybody).sorted() }
    return Set(paths.flatMap(owners)).sorted()
  }

  private func owners(of path: String) -> [String] {
    let parts = path.slashParts()
    return sections.flatMap { section -> [String] in
      guard let rule = section.rules.last(where: { $0.matches(parts) }) else { return [] }
      return rule.owners.isEmpty ? section.owners : rule.owners
    }
  }

  /// The words before a comment; a backslash makes a space part of a word.
  private static func fields(of line: Substring) -> [String] {
    var fields: [String] = []
    var word = ""
    var isEscaped = false
    for character in line + " " {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character.isWhitespace {
        if !word.isEmpty { fields.append(word) }
        word = ""
      } else if character == "#", word.isEmpty {
        return fields
      } else {
        word.append(character)
      }
    }
    return fields
  }

  /// The name in `[Name]`, `^[Name]` or `[Name][2]`; nil for another line.
  private static func sectionName(_ line: Substring) -> String? {
    let text = line.drop { $0 == " " || $0 == "^" }
    guard text.first == "[", let end = text.firstIndex(of: "]") else { return nil }
    return String(text[text.index(after: text.startIndex)..<end])
  }
}

extension CodeOwners.Rule {
  fileprivate init(_ pattern: String, _ owners: [String]) {
    let isFolder = pattern.hasSuffix("/")
    let parts = pattern.slashParts()
    // A pattern without a slash, other than one at its end, matches in every folder.
    let isAnchored = pattern.dropLast(isFolder ? 1 : 0).contains("/")
    self.init(
      pattern: (isAnchored ? [] : ["**"]) + parts + (isFolder ? ["**", "*"] : []),
      isShallow: isAnchored && parts.last == "*", owners: owners)
  }

  /// Whether it matches a file, or a folder that contains it.
  fileprivate func matches(_ path: [Substring]) -> Bool {
    if Self.matches(pattern[...], path[...]) { return true }
    guard !isShallow else { return false }
    return path.indices.dropFirst().contains { Self.matches(pattern[...], path[..<$0]) }
  }

  private static func matches(
    _ pattern: ArraySlice<Substring>, _ path: ArraySlice<Substring>
  ) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "**" {
      return matches(pattern.dropFirst(), path)
        || !path.isEmpty && matches(pattern, path.dropFirst())
    }
    guard let name = path.first else { return false }
    return wildcardMatches(Array(first.utf8), Array(name.utf8), question: true)
      && matches(pattern.dropFirst(), path.dropFirst())
  }
}

extension RepositoryPass {
  /// Reads who owns the manifests of projects.
  ///
  /// The file is one of the tree that the pass has listed, and cached by its object name.
  ///
  /// - Returns: the owners; nil if the file can't be read, so that the known ones stay.
  func codeOwners(of projects: [ConfiguredProject], in checkouts: [Checkout]) async -> [String]? {
    let format = forge.kind.codeOwners
    guard let checkout = checkouts.first else { return [] }
    let source = checkout.tree.source
    let present = Set(source.paths)
    guard let path = format.paths.first(where: present.contains) else { return [] }
    do {
      let text = String(decoding: try await source.read(path).bytes, as: UTF8.self)
      let owners = CodeOwners(text, format).owners(of: projects.map(\.project.manifest))
      return Array(owners.prefix(Self.mostOwners))
    } catch {
      world.log.warning("the owners of files are unknown", ["path": path, "error": "\(error)"])
      return nil
    }
  }

  /// The most owners of a repository that are saved.
  private static let mostOwners = 100
}
