import Resolution
import TestSupport
import Testing

@Suite struct `A set of version ranges` {
  /// Returns a random set over 0...9, and its members as a plain set.
  private static func random(_ seed: Int) -> (set: Versions, members: Set<Int>) {
    var generator = SeededGenerator(seed: seed)
    let members = Set((0...9).filter { _ in Bool.random(using: &generator) })
    return (members.reduce(Versions.none) { $0.union(.exactly($1)) }, members)
  }

  private func members(_ set: Versions) -> Set<Int> { Set((0...9).filter(set.contains)) }

  @Test func `Operations agree with those of Set`() {
    for seed in 0..<300 {
      let (one, left) = Self.random(seed)
      let (other, right) = Self.random(seed + 1000)
      let complement = Versions.all.subtracting(one)
      #expect(members(one.union(other)) == left.union(right))
      #expect(members(one.intersection(other)) == left.intersection(right))
      #expect(members(one.subtracting(other)) == left.subtracting(right))
      #expect(members(complement) == Set(0...9).subtracting(left))
      #expect(one.isSuperset(of: other) == left.isSuperset(of: right))
      #expect(one.isDisjoint(with: other) == left.isDisjoint(with: right))
      #expect(Versions.all.subtracting(complement) == one)
      #expect(one.count(in: Array(0...9)) == left.count)
      #expect(complement.count(in: Array(0...9)) == 10 - left.count)
      #expect(one.union(other).subtracting(other).union(other) == one.union(other))
    }
  }

  @Test func `Bounds are inclusive or exclusive as given`() {
    #expect(Versions.above(3).contains(3))
    #expect(!Versions.above(3, inclusive: false).contains(3))
    #expect(!Versions.below(3).contains(3))
    #expect(Versions.below(3, inclusive: true).contains(3))
    #expect(Versions.from(3, to: 3).isEmpty)
    #expect(Versions.from(4, to: 3).isEmpty)
    #expect(members(.from(2, to: 5)) == [2, 3, 4])
  }

  @Test func `Adjacent ranges are merged`() {
    let joined = Versions.from(1, to: 3).union(.from(3, to: 5))
    #expect(joined == .from(1, to: 5))
    #expect(joined.ranges.count == 1)
    #expect(Versions.below(3).union(.above(3)) == .all)
    #expect(Versions.below(3).union(.above(3, inclusive: false)).ranges.count == 2)
  }

  @Test func `Ranges have their bounds`() {
    let pieces = Versions.below(2, inclusive: true).union(.above(5, inclusive: false)).ranges
    #expect(pieces.map(\.lower?.version) == [nil, 5])
    #expect(pieces.map(\.upper?.version) == [2, nil])
    #expect(pieces[0].upper?.isInclusive == true)
    #expect(pieces[1].lower?.isInclusive == false)
  }

  @Test func `The set above another starts at its upper bound`() {
    #expect(Versions.from(1, to: 3).above == .above(3))
    #expect(Versions.exactly(4).above == .above(4, inclusive: false))
    #expect(Versions.above(4).above == .none)
    #expect(Versions.none.above == .none)
  }

  @Test func `Spreading stops at the first neighbour that differs`() {
    let versions = [1, 2, 3, 4, 5]
    let like = [true, false, true, true, false]
    #expect(Versions.spreading(from: 2, over: versions) { like[$0] } == .from(3, to: 5))
    #expect(Versions.spreading(from: 0, over: versions) { like[$0] } == .below(2))
    #expect(
      Versions.spreading(from: 4, over: versions) { like[$0] } == .above(5).union(.from(3, to: 5)))
  }
}
