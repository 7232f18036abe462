import Ecosystem
import Testing
import Text

@testable import Carthage

/// A world of repositories: `"a 1.0": "c ~> 1.0; d"` is tag 1.0 of `x/a` with its Cartfile.
private typealias Tags = [String: String]

private func needs(_ text: String) throws -> [CarthageMetadata.Need] {
  let lines = text.split(separator: ";").map { part in
    let words = part.split(separator: " ", maxSplits: 1)
    return "github \"x/\(words[0])\" \(words.dropFirst().joined())"
  }
  return try Cartfile(SourceText(file: "Cartfile", lines.joined(separator: "\n"))).entries.map {
    .init($0.origin, $0.requirement)
  }
}

private func metadata(_ tags: Tags) throws -> CarthageMetadata {
  var metadata = CarthageMetadata()
  for (tag, cartfile) in tags {
    let words = tag.split(separator: " ").map(String.init)
    guard let origin = CarthageOrigin(.github, "x/\(words[0])") else { continue }
    metadata.versions[origin, default: []].append(words[1])
    metadata.cartfiles[.cartfile(origin, pin: words[1])] = .success(try needs(cartfile))
    metadata.references[.reference(origin, words[1])] = words[1]
  }
  return metadata
}

/// Resolves a Cartfile; the result is `a 1.0, b 2.0`, a list of documents, or the error.
private func resolved(_ cartfile: String, _ tags: Tags) throws -> String {
  let (needs, metadata) = (try needs(cartfile), try metadata(tags))
  do throws(Problem) {
    switch try CarthageSearch.run(needs, metadata) {
    case .solved(let solution):
      return solution.pins.sorted { $0.key < $1.key }.map { "\($0.key.name) \($0.value)" }
        .joined(separator: ", ")
    case .needs(let documents): return "needs \(documents.count)"
    }
  } catch {
    return "\(error.kind.rawValue): \(error.message)"
  }
}

@Suite struct `Carthage's choice of versions` {
  @Test(
    arguments: [
      // The newest release that satisfies the requirement.
      ("a ~> 1.0", ["a 1.0": "", "a 1.4": "", "a 2.0": ""], "a 1.4"),
      ("a ~> 0.1", ["a 0.1.0": "", "a 0.1.4": "", "a 0.2.0": ""], "a 0.1.4"),
      ("a", ["a 1.0.0": "", "a 1.1.0-beta": ""], "a 1.0.0"),
      ("a >= 1.1.0-alpha", ["a 1.1.0-beta": "", "a 1.2.0-beta": ""], "a 1.1.0-beta"),
      // A tag without a version satisfies everything and is tried last.
      ("a >= 1.0", ["a nightly": "", "a 1.0": ""], "a 1.0"),
      ("a >= 2.0", ["a nightly": "", "a 1.0": ""], "a nightly"),
      // Dependencies of dependencies; a conflict moves to the next combination.
      ("a", ["a 1.0": "b ~> 1.0", "b 1.0": "", "b 1.3": "", "b 2.0": ""], "a 1.0, b 1.3"),
      (
        "a; b",
        [
          "a 2.0": "c == 1.0", "b 2.0": "c == 1.0", "b 3.0": "c == 2.0", "c 1.0": "", "c 2.0": "",
        ], "a 2.0, b 2.0, c 1.0"
      ),
      // A branch or tag wins over a range.
      ("a; b \"1.0\"", ["a 1.0": "b ~> 2.0", "b 1.0": "", "b 2.0": ""], "a 1.0, b 1.0"),
      (
        "a ~> 3.0", ["a 1.0": ""],
        "unsolvable: has no version that satisfies '~> 3.0.0'"
      ),
      ("a", ["a 1.0": "missing"], "needs 1"),
    ] as [(String, [String: String], String)])
  func `follows its resolver`(_ cartfile: String, _ tags: [String: String], _ expected: String)
    throws
  {
    #expect(try resolved(cartfile, tags) == expected)
  }

  @Test func `ends with a refusal when there are too many combinations`() throws {
    var tags: Tags = ["z 1.0": ""]
    for name in ["a", "b", "c", "d", "e"] {
      for version in 0..<20 { tags["\(name) 1.\(version)"] = "z == 2.0" }
    }
    #expect(try resolved("a; b; c; d; e", tags).hasPrefix("refused"))
  }

  @Test func `of an update moves the named ones and what they need`() throws {
    let tags = ["a 1.0": "", "a 2.0": "b", "b 1.0": "", "b 2.0": "", "c 1.0": "", "c 2.0": ""]
    guard case .solved(let solution) = try CarthageSearch.run(needs("a; b; c"), metadata(tags))
    else { throw Problem(.failed, "is not solved") }
    let old = try metadata(["a 1.0": "", "b 1.0": "", "c 1.0": ""]).versions
    let pins = solution.updating(["a"], keeping: old.compactMapValues(\.first))
    #expect(pins.map { "\($0.key.name) \($0.value)" }.sorted() == ["a 2.0", "b 2.0", "c 1.0"])
  }
}
