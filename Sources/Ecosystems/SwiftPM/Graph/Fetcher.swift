import Ecosystem
import SwiftSources

/// Runs the resolutions of one operation, which share the documents that were fetched.
struct Fetcher {
  private let tools: ToolsVersion
  private let fetch: @Sendable (Metadata.Need) async throws(Problem) -> LookUp.Finding
  private var driver: ResolutionDriver<Metadata.Need, LookUp.Finding>
  private(set) var metadata = Metadata()
  /// Releases that the last resolution left out.
  private(set) var heldBack: [HeldBackRelease] = []

  init(lookUp: LookUp) {
    tools = lookUp.reader.tools
    fetch = { (need) async throws(Problem) -> LookUp.Finding in try await lookUp.fetch(need) }
    driver = ResolutionDriver(subject: "the package", limits: Limits.requests, fetch: fetch)
  }

  /// Finds a state for every package.
  ///
  /// - Throws: a `Problem`, of kind `unsolvable` with the derivation if there is no solution.
  mutating func solve(_ inputs: Inputs) async throws(Problem) -> Solution {
    var search = OverrideResolution(inputs: inputs, metadata: metadata)
    let overrides = try await driver.run(&search)
    var resolution = GraphResolution(
      inputs: inputs, overrides: overrides, metadata: search.metadata, tools: tools)
    let solution = try await driver.run(&resolution)
    metadata = resolution.metadata
    heldBack = resolution.heldBack
    return solution
  }

  /// Fetches documents that weren't fetched yet.
  mutating func learn(_ needs: [Metadata.Need]) async throws(Problem) {
    for (need, result) in await fetchAll(needs.filter { !metadata.knows($0) }, fetch) {
      metadata.add(try result.get(), for: need)
    }
  }
}
