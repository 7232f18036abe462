import Ecosystem
import Patterns
import Text
import YAML

/// Places in workflows that name a runtime.
extension ReferenceFile {
  /// Adds the versions that workflows give to actions: `node-version: 22`.
  mutating func addSetups(of source: SourceText) throws(Problem) {
    let keys: [String: VersionSource.Runtime] = [
      "node-version": .node, "ruby-version": .ruby, "swift-version": .swift,
    ]
    for root in try ReferenceFile.documents(of: source) {
      for job in root["jobs"]?.entries?.map(\.value) ?? [] {
        let inputs = (job["steps"]?.elements ?? []).flatMap { $0["with"]?.entries ?? [] }
        for entry in inputs {
          guard let runtime = keys[entry.name], let text = entry.value.string else { continue }
          guard !text.contains("${{") else {
            refuse(runtime, expression: text, entry.value, of: job)
            continue
          }
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

  /// Reports an expression: of a matrix, the place of its versions.
  private mutating func refuse(
    _ runtime: VersionSource.Runtime, expression: String, _ value: Node, of job: Node
  ) {
    let words = expression.split { !($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    let key = words.first { $0.hasPrefix("matrix.") }.map { String($0.dropFirst(7)) }
    let matrix = key.flatMap { job["strategy"]?["matrix"]?[$0] }
    refuse(
      "\(runtime.rawValue) \(expression)",
      matrix == nil
        ? "is an expression, which stays" : "has the versions of a matrix, which stay",
      at: (matrix ?? value).location)
  }
}

extension SourceText {
  /// The matches of an expression of ours with their groups.
  ///
  /// - Throws: a refusal if the search takes too many steps, or finds more than 10,000; real files need a
  ///   thousandth.
  func matches(of expression: String) throws(Problem) -> [NamedMatch] {
    var result: [NamedMatch] = []
    var start = 0
    var limit = Budget("matches in a file", 10_000)
    do {
      let pattern = try Pattern(expression)
      while start <= bytes.count,
        let match = try pattern.match(in: bytes, from: start, retries: 10_000_000)
      {
        try limit.spend(on: file, at: location(at: match.whole.lowerBound))
        result.append(NamedMatch(match: match, pattern: pattern))
        start = max(match.whole.upperBound, start + 1)
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(
        .refused, "takes too many steps to be searched for versions", subject: file,
        at: location(at: min(start, bytes.count)))
    }
    return result
  }

  /// The first match of an expression of ours in a part, which counts as a text of its own; nil without
  /// one.
  func match(of expression: String, in range: Range<Int>) throws(Problem) -> NamedMatch? {
    let part = SourceText(file: file, self[range])
    guard var found = try part.matches(of: expression).first else { return nil }
    found.offset = range.lowerBound
    return found
  }
}

/// A match whose groups are found by their names.
struct NamedMatch {
  var match: Pattern.Match
  var pattern: Pattern
  /// Where the text begins in which it was found.
  var offset = 0

  /// The bytes of the whole match.
  var whole: Range<Int> { moved(match.whole) }

  subscript(name: String) -> Range<Int>? {
    let group = pattern.group(named: name).flatMap {
      $0 < match.groups.count ? match.groups[$0] : nil
    }
    return group.map(moved)
  }

  private func moved(_ range: Range<Int>) -> Range<Int> {
    (range.lowerBound + offset)..<(range.upperBound + offset)
  }
}
