import Ecosystem
import Testing

@testable import Pnpm

@Suite struct `Peers that take too many steps to bind` {
  @Test(arguments: [(100, false), (101, true)])
  func `are refused`(steps: Int, isRefused: Bool) throws {
    let version = try PnpmVersion("10.34.5", at: nil)
    let tree = DependencyTree(version, work: PeerWork(limit: 100))
    tree.work.add(steps)
    var problem: Problem?
    do throws(Problem) { try tree.check(at: "a@1.0.0") } catch { problem = error }
    #expect(problem?.kind == (isRefused ? .refused : nil))
    #expect(problem?.subject == (isRefused ? "a@1.0.0" : nil))
  }
}

@Suite struct `Cycles of peers` {
  private func edges(_ pairs: [(String, [String])]) -> OrderedMap<[String]> {
    var edges = OrderedMap<[String]>()
    for (name, targets) in pairs { edges[name] = targets }
    return edges
  }

  @Test func `are components with more than one name, and names that need themselves`() {
    let graph = edges([("a", ["b", "d"]), ("b", ["c"]), ("c", ["a"]), ("d", ["d"]), ("e", ["a"])])
    #expect(PeerCycles.find(graph).map(Set.init) == [["d"], ["a", "b", "c"]])
  }

  @Test func `can be as long as the tree has places`() {
    let count = 20_000
    let ring = edges((0..<count).map { ("\($0)", ["\(($0 + 1) % count)"]) })
    #expect(PeerCycles.find(ring).map(\.count) == [count])
  }
}

@Suite struct `A map in order` {
  @Test func `keeps its order when a value is replaced or removed`() {
    var map = OrderedMap<Int>()
    for (number, name) in ["a", "b", "c", "d"].enumerated() { map[name] = number }
    map["b"] = 9
    map["a"] = nil
    map["a"] = 5
    #expect(map.names == ["b", "c", "d", "a"])
    #expect(["a", "b", "c", "d", "e"].map { map[$0] } == [5, 9, 2, 3, nil])
  }
}
