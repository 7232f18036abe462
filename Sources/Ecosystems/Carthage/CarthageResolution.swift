import Ecosystem

/// Runs a search again and again, with the documents that it has.
struct CarthageResolution: ResumableResolution {
  let needs: [CarthageMetadata.Need]
  /// The documents that were fetched so far.
  private(set) var metadata: CarthageMetadata
  /// Leaves out documents or parts of them before each search.
  let narrow: (inout CarthageMetadata) -> Void

  init(
    needs: [CarthageMetadata.Need], metadata: CarthageMetadata,
    narrow: @escaping (inout CarthageMetadata) -> Void
  ) {
    self.needs = needs
    self.metadata = metadata
    self.narrow = narrow
  }

  mutating func resume() throws(Problem)
    -> ResolutionStep<CarthageSearch.Solution, CarthageDocument>
  {
    var visible = metadata
    narrow(&visible)
    switch try CarthageSearch.run(needs, visible) {
    case .solved(let solution): return .finished(solution)
    case .needs(let missing): return .needs(missing.sorted { $0.description < $1.description })
    }
  }

  mutating func add(
    _ document: CarthageLibrary.Content, for need: CarthageDocument
  ) throws(Problem) -> [CarthageDocument] {
    metadata.add(document)
    return []
  }
}
