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
@Suite(.enabled(if: shared != nil)) struct `Carthage's recorded answers` {
  /// A graph with what Carthage made of it; several answers if runs differed.
  struct Graph: Decodable {
    var root: [String: String]
    var db: [String: [String: [String: String]]]
    var resolved: [String: String]?
    var update: [String]?
    var answer: String?
    var answers: [Answer]?

    struct Answer: Decodable { var resolved: String? }

    /// The texts of `Cartfile.resolved`; nil stands for no solution.
    var expected: [String?] { answers?.map(\.resolved) ?? [answer] }
  }

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
    let graphs = try rows("resolver.jsonl", of: Graph.self)
    let different = try graphs.indices.filter {
      !graphs[$0].expected.contains(try answer(graphs[$0]))
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

  private func answer(_ graph: Graph) throws -> String? {
    var metadata = CarthageMetadata()
    for (name, tags) in graph.db {
      let origin = try origin(name)
      metadata.versions[origin] = Array(tags.keys)
      for (tag, cartfile) in tags {
        metadata.cartfiles[.cartfile(origin, pin: tag)] = .success(try cartfile.map(need))
      }
    }
    do throws(Problem) {
      return try solve(graph, &metadata)
    } catch {
      guard error.kind == .unsolvable else { throw error }
      return nil
    }
  }

  private func solve(
    _ graph: Graph, _ metadata: inout CarthageMetadata
  ) throws(Problem) -> String {
    let needs: [CarthageMetadata.Need]
    let old: [CarthageOrigin: String]
    do {
      needs = try graph.root.map(need)
      old = try Dictionary(
        (graph.resolved ?? [:]).map { (try origin($0.key), $0.value) }
      ) { first, _ in first }
    } catch {
      throw error as? Problem ?? Problem(.failed, "\(error)")
    }
    while true {
      switch try CarthageSearch.run(needs, metadata) {
      case .solved(let solution):
        let pins = graph.update.map { solution.updating(Set($0), keeping: old) } ?? solution.pins
        return ResolvedCartfile(pins).text
      case .needs(let documents):
        for document in documents { metadata.answer(document) }
      }
    }
  }

  private func need(_ name: String, _ requirement: String) throws -> CarthageMetadata.Need {
    let line = SourceText(file: "Cartfile", "github \"\(name)\" \(requirement)")
    let entry = try #require(Cartfile(line).entries.first)
    return .init(entry.origin, entry.requirement)
  }

  private func origin(_ name: String) throws -> CarthageOrigin {
    try #require(CarthageOrigin(.github, name))
  }
}

extension CarthageMetadata {
  /// Fills in a document as the recording did: a reference is its own commit, and a repository that
  /// a graph doesn't have has no tags.
  fileprivate mutating func answer(_ document: CarthageDocument) {
    switch document {
    case .versions(let origin): versions[origin] = []
    case .reference(_, let name): references[document] = name
    case .cartfile: cartfiles[document] = .success([])
    }
  }
}
