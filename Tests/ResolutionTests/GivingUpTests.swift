import Resolution
import Testing

/// Gives up on priorities, like a provider after its last allowed question.
private struct ExhaustedProvider: DependencyProvider {
  var table: TableProvider

  func priority(of name: String, in versions: Versions) -> Answer<Priority, TableProvider.Need> {
    .needs([])
  }

  func choice(
    of name: String, in versions: Versions
  ) -> Answer<Choice<Int, String>, TableProvider.Need> {
    table.choice(of: name, in: versions)
  }

  func constraints(
    of name: String, at version: Int
  ) -> Answer<[Constraint<String, Versions, String>], TableProvider.Need> {
    table.constraints(of: name, at: version)
  }
}

@Suite struct `A provider that gives up` {
  @Test(.timeLimit(.minutes(1))) func `ends the search without a need`() {
    let universe = Universe(root: [("foo", .all)], packages: ["foo": [1: []]])
    let provider = ExhaustedProvider(table: TableProvider(universe: universe))
    var solver = Solver(root: "root", at: 1, provider: provider)
    guard case .needs(let needs, _) = solver.advance() else {
      Issue.record("the search has a result")
      return
    }
    #expect(needs.isEmpty)
  }
}
