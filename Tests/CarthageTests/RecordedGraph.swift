import Ecosystem
import Testing
import Text

@testable import Carthage

/// A graph with what Carthage made of it; several answers if runs differed.
struct RecordedGraph: Decodable {
  /// Such as `carthage-07`; nil in the kit.
  var id: String?
  var root: [String: String]
  var db: [String: [String: [String: String]]]
  var resolved: [String: String]?
  var update: [String]?
  var answer: String?
  var answers: [Answer]?

  struct Answer: Decodable { var resolved: String? }

  /// The texts of `Cartfile.resolved`; nil stands for no solution.
  var expected: [String?] { answers?.map(\.resolved) ?? [answer] }

  /// Returns martlet's `Cartfile.resolved`; nil if there is no solution.
  func solved() throws -> String? {
    var metadata = CarthageMetadata()
    for (name, tags) in db {
      let origin = try origin(name)
      metadata.versions[origin] = Array(tags.keys)
      for (tag, cartfile) in tags {
        metadata.cartfiles[.cartfile(origin, pin: tag)] = .success(try cartfile.map(need))
      }
    }
    do throws(Problem) {
      return try solve(&metadata)
    } catch {
      guard error.kind == .unsolvable else { throw error }
      return nil
    }
  }

  private func solve(_ metadata: inout CarthageMetadata) throws(Problem) -> String {
    let needs: [CarthageMetadata.Need]
    let old: [CarthageOrigin: String]
    do {
      needs = try root.map(need)
      old = try Dictionary(
        (resolved ?? [:]).map { (try origin($0.key), $0.value) }
      ) { first, _ in first }
    } catch {
      throw error as? Problem ?? Problem(.failed, "\(error)")
    }
    while true {
      switch try CarthageSearch.run(needs, metadata) {
      case .solved(let solution):
        let pins = update.map { solution.updating(Set($0), keeping: old) } ?? solution.pins
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
