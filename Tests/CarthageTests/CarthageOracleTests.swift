import Ecosystem
import FoundationEssentials
import Testing
import Text

@testable import Carthage

private let shared = ProcessInfo.processInfo.environment["MARTLET_SHARED"]

/// Reads a file with a JSON value a line below `oracles/carthage`.
private func rows<Row: Decodable>(_ name: String, of type: Row.Type) throws -> [Row] {
  let data = try Data(contentsOf: URL(filePath: "\(shared ?? "")/oracles/carthage/\(name)"))
  return try data.split(separator: UInt8(ascii: "\n")).map {
    try JSONDecoder().decode(type, from: $0)
  }
}

/// Graphs that Carthage 0.40.0 resolved, and files of public repositories.
@Suite(.enabled(if: shared != nil, "needs MARTLET_SHARED: the kits of the native tools"))
struct `Carthage's recorded answers` {
  struct Pair: Decodable {
    var repository: String
    var before: Files
    var after: Files
  }

  struct Files: Decodable {
    var cartfile: String?
    var `private`: String?
    var resolved: String?
  }

  /// Two cases of the same graph differ: Carthage takes an older version of a root dependency there,
  /// though the newest has a solution.
  @Test func `of graphs are met`() throws {
    let graphs = try rows("resolver.jsonl", of: RecordedGraph.self)
    let different = try graphs.indices.filter {
      !graphs[$0].expected.contains(try graphs[$0].solved())
    }
    #expect(different == [292, 546])
    #expect(graphs.count == 550)
  }

  @Test func `of repositories are written back byte for byte if they are sorted`() throws {
    let texts = try rows("pairs.jsonl", of: Pair.self).flatMap { pair in
      [pair.before.resolved, pair.after.resolved].compactMap(\.self)
    }
    for text in texts {
      let written = try ResolvedCartfile(SourceText(file: "Cartfile.resolved", text)).text
      let lines = { (text: String) in text.split(separator: "\n").sorted() }
      #expect(lines(written) == lines(text))
      if lines(text).joined(separator: "\n") + "\n" == text { #expect(written == text) }
    }
    #expect(texts.count == 402)
  }
}
