package import Ecosystem
import Patterns
import Text
import YAML

/// References that an entry describes itself: an element of `custom`.
package struct CustomEntry: Hashable, Sendable {
  /// The files, relative to the entry's directory.
  var files: [FilePattern] = []
  /// What to find in them.
  package var references = CustomReferences(pattern: "")

  /// Whether a path, relative to the entry's directory, is one of the files.
  package func includes(_ path: String) -> Bool { files.contains { $0.matches(path) } }
}

/// A path with wildcards, or a regular expression between slashes.
enum FilePattern: Hashable, Sendable {
  case path(PathPattern)
  case expression(RegularExpression)

  func matches(_ path: String) -> Bool {
    switch self {
    case .path(let pattern): pattern.matches(path)
    case .expression(let expression): expression.matches(path)
    }
  }
}

extension Shape where Value == FilePattern {
  /// `Dockerfile`, `ci/**/*.env`, or `/\\.ya?ml$/`.
  static var filePattern: Shape {
    Shape(type: .string) { node, decoding in
      let what = "a path with wildcards or a /regular expression/"
      guard let text = decoding.scalar(node, expecting: what)?.text else { return nil }
      guard text.hasPrefix("/"), text.hasSuffix("/"), text.utf8.count > 2 else {
        guard !text.isEmpty, let pattern = PathPattern(text) else {
          decoding.expected(what, node)
          return nil
        }
        return .path(pattern)
      }
      do throws(RegularExpression.Fault) {
        return .expression(try RegularExpression(String(text.dropFirst().dropLast())))
      } catch {
        decoding.expected(what, node, because: "the regular expression \(error.message)")
        return nil
      }
    }
  }
}

extension Shape where Value == CustomEntry {
  /// An element of `custom`.
  static var customEntry: Shape {
    section(
      CustomEntry(),
      [
        Key("files", \.files, .listOrOne(of: .filePattern), required: true),
        Key("match", \.references.pattern, .matchPattern, required: true),
        Key("name", \.references.name, .string),
        Key("source", \.references.source, .word),
        Key("versioning", \.references.versioning, .word),
      ]
    ).checked { entry, node, decoding in
      if let match = node["match"], !entry.references.pattern.isEmpty {
        checkGroups(entry.references, match, node, &decoding)
      }
      if entry.files.isEmpty, let files = node["files"], files.elements?.isEmpty == true {
        decoding.error("'files' names none", at: files)
      }
    }
  }
}

extension Shape where Value == String {
  /// A regular expression in Oniguruma's syntax; the empty text after a finding.
  fileprivate static var matchPattern: Shape {
    Shape(type: .string) { node, decoding in
      let what = "a regular expression with the groups 'name' and 'current'"
      guard let text = decoding.scalar(node, expecting: what)?.text else { return nil }
      do throws(Pattern.Failure) {
        _ = try Pattern(text)
        if !text.isEmpty { return text }
        decoding.expected(what, node)
      } catch {
        let reason =
          text.utf8.count > 4096
          ? "it is longer than 4096 bytes" : "it isn't well formed: check its brackets"
        decoding.expected(what, node, because: reason)
      }
      return nil
    }
  }
}

/// Reports groups that an expression lacks.
private func checkGroups(
  _ references: CustomReferences, _ match: Node, _ node: Node, _ decoding: inout Decoding
) {
  guard let pattern = try? Pattern(references.pattern) else { return }
  if pattern.group(named: "current") == nil {
    decoding.error("'match' needs one group 'current': (?<current>...)", at: match)
  }
  if pattern.group(named: "name") == nil, references.name == nil {
    decoding.error("'match' needs one group 'name', or the entry the key 'name'", at: match)
  }
  if pattern.group(named: "source") == nil, references.source == nil, node["source"] == nil {
    decoding.error("the key 'source' is missing, and 'match' has no group 'source'", at: node)
  }
  let images = CustomReferences.Source.docker
  let isImage = references.source == images
  if let versioning = node["versioning"], let rules = references.versioning,
    references.source != nil, isImage != (rules == CustomReferences.Versioning.docker)
  {
    decoding.error(
      isImage
        ? "the source '\(images.rawValue)' has the versioning '\(images.rawValue)' only"
        : "the versioning '\(images.rawValue)' needs the source '\(images.rawValue)'",
      at: versioning)
  }
}

/// Reports `custom` in an entry of another ecosystem, and an entry without it.
func checkCustom(
  _ entry: UpdateEntry, _ node: Node, _ ecosystems: EcosystemCatalog, _ decoding: inout Decoding
) {
  guard let word = entry.ecosystem?.word else { return }
  let reads = ecosystems.descriptions(in: entry.ecosystem).contains(where: \.readsCustomFiles)
  let others = ecosystems.descriptions.filter(\.readsCustomFiles).flatMap(\.ownWords)
  if let value = node["custom"], !reads {
    let hint = others.first.map { ": write 'package-ecosystem: \($0)'" } ?? ""
    decoding.error("'custom' has no effect for '\(word)'\(hint)", at: value)
  }
  guard reads else { return }
  if node["custom"] == nil, !decoding.isPartial {
    decoding.error("the key 'custom' is missing", at: node)
  }
  if let directories = node["directories"], !entry.directories.allSatisfy(\.isLiteral) {
    decoding.error("an entry with 'custom' names its directories without patterns", at: directories)
  }
}

/// Reports two entries with `custom` for one directory, whose pull requests would be the same.
func checkRepeatedCustom(_ file: RepositoryFile, _ node: Node, _ decoding: inout Decoding) {
  var seen: Set<[String]> = []
  for entry in file.updates where !entry.custom.isEmpty {
    let element = node["updates"]?.elements?.first { $0.location == entry.location }
    for directory in entry.directories.map(\.text)
    where !seen.insert([directory, entry.targetBranch ?? ""]).inserted {
      decoding.error(
        "another entry has 'custom' for \(directory): write all of it there", at: element ?? node)
    }
  }
}
