import Ecosystem
import Patterns
import Text
import YAML

/// Places that name a runtime among other things.
extension ReferenceFile {
  /// Adds the images `node`, `ruby` and `swift` of a Dockerfile: `FROM node:22-alpine`.
  mutating func addRuntimeImages(of source: SourceText) {
    let expression =
      #"^[ \t]*(?i:FROM)[ \t]+(?:--platform=\S+[ \t]+)?(?<name>node|ruby|swift):"#
      + #"(?<version>v?\d[\d.]*)(?<suffix>-[\w.-]+)?(?<digest>@sha256:\w+)?(?=[ \t\r\n]|\z)"#
    for match in source.matches(of: expression) {
      guard let name = match["name"], let range = match["version"],
        let runtime = VersionSource.Runtime(rawValue: source[name]),
        let image = ImageReference(source[name])
      else { continue }
      let suffix = match["suffix"].map { source[$0] } ?? ""
      if match["digest"] != nil {
        refuse(
          "\(source[name]):\(source[range])\(suffix)",
          "is pinned by a digest: an entry for images updates it",
          at: source.location(at: range.lowerBound))
        continue
      }
      add(runtime, at: range, in: source) { use in
        use.tag = ListedUse.Tag(of: image, suffix: suffix)
      }
    }
  }

  /// Adds `ruby "3.3.0"` of a Gemfile.
  ///
  /// Its lock can repeat the version with a patch level, which no list has, so that the version is held
  /// back.
  mutating func addRuby(ofGemfile source: SourceText) {
    let expression = #"^[ \t]*ruby[ \t(]+['"](?<sign>[~>=<! ]*)(?<version>\d[\w.]*)['"]"#
    for match in source.matches(of: expression) {
      guard let range = match["version"] else { continue }
      let sign = match["sign"].map { source[$0].filter { $0 != " " } } ?? ""
      // A lower bound still holds.
      if sign == ">=" { continue }
      add(.ruby, at: range, in: source) { use in
        use.blocker = "needs another version in \(source.file), and in its lock with a patch level"
      }
    }
  }

  /// Adds the versions that workflows give to actions: `node-version: 22`.
  mutating func addSetups(of source: SourceText) throws(Problem) {
    let keys: [String: VersionSource.Runtime] = [
      "node-version": .node, "ruby-version": .ruby, "swift-version": .swift,
    ]
    for root in try ReferenceFile.documents(of: source) {
      let jobs = root["jobs"]?.entries?.map(\.value) ?? []
      for step in jobs.flatMap({ $0["steps"]?.elements ?? [] }) {
        for entry in step["with"]?.entries ?? [] {
          guard let runtime = keys[entry.name], let text = entry.value.string,
            !text.contains("${{")
          else { continue }
          let isPlain = entry.value.scalar?.style == .plain
          add(text, ending: text, of: entry.value, in: source) { range in
            var scratch = ReferenceFile(source)
            scratch.add(runtime, at: range, in: source) { $0.isPlainScalar = isPlain }
            return scratch.listed.first
          }
        }
      }
    }
  }
}

extension SourceText {
  /// The matches of an expression of ours, at most 1,000, with their groups.
  fileprivate func matches(of expression: String) -> [NamedMatch] {
    guard let pattern = try? Pattern(expression) else { return [] }
    var result: [NamedMatch] = []
    var start = 0
    while start <= bytes.count, result.count < 1_000,
      let match = try? pattern.match(in: bytes, from: start, retries: 100_000)
    {
      result.append(NamedMatch(match: match, pattern: pattern))
      start = max(match.whole.upperBound, start + 1)
    }
    return result
  }
}

/// A match whose groups are found by their names.
private struct NamedMatch {
  var match: Pattern.Match
  var pattern: Pattern

  subscript(name: String) -> Range<Int>? {
    pattern.group(named: name).flatMap { $0 < match.groups.count ? match.groups[$0] : nil }
  }
}
