import FoundationEssentials
import Testing

@Suite struct `Graphs that Carthage 0.40.0 resolved` {
  private struct Recorded: Decodable {
    var cases: [RecordedGraph]
  }

  @Test func `have the same pins`() throws {
    let path = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let url = URL(filePath: "/\(path)/Recorded/carthage.json")
    let recorded = try JSONDecoder().decode(Recorded.self, from: Data(contentsOf: url))
    #expect(recorded.cases.count >= 15)
    for graph in recorded.cases {
      #expect(graph.expected.contains(try graph.solved()), "\(graph.id ?? "")")
    }
  }
}
