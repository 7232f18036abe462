// Times the solver alone on 1,000 packages of 50 versions each: median of 15 runs.
import Resolution

/// Package `n` needs some of those after it; every third release needs the newest of a popular
/// package that others keep back, so that there is something to take back.
struct LargeProvider: DependencyProvider {
  typealias Versions = VersionRanges<Int>

  static let count = 1000
  static let releases = 50

  func priority(of package: Int, in versions: Versions) -> Answer<Priority, Never> {
    .known(Priority(count: (1...Self.releases).count { versions.contains($0) }))
  }

  func choice(of package: Int, in versions: Versions) -> Answer<Choice<Int, Never>, Never> {
    let best = (1...Self.releases).last { versions.contains($0) }
    return .known(best.map(Choice.version) ?? .none)
  }

  func constraints(
    of package: Int, at version: Int
  ) -> Answer<[Constraint<Int, Versions, Never>], Never> {
    var constraints: [Constraint<Int, Versions, Never>] = []
    for step in [1, 2, 3, 17, 101] where package + step < Self.count {
      let low = (package * 7 + version * 3 + step) % 30
      let range = Versions.from(low, to: low + (version % 3 == 0 ? 12 : 40))
      constraints.append(.dependency(of: .exactly(version), on: package + step, range))
    }
    return .known(constraints)
  }
}

var times: [Duration] = []
var effort: Effort?
for _ in 0..<15 {
  let time = ContinuousClock().measure {
    var solver = Solver(root: 0, at: 50, provider: LargeProvider())
    guard case .solved(let decisions) = solver.advance(),
      decisions.count == LargeProvider.count - 1
    else { fatalError("the sample has a solution") }
    effort = solver.effort
  }
  times.append(time)
}
let median = Int(times.sorted()[times.count / 2] / .milliseconds(1))
print("\(LargeProvider.count) packages of \(LargeProvider.releases) versions: \(median) ms")
if let effort {
  print("\(effort.decisions) decisions, \(effort.conflicts) conflicts, \(effort.visits) visits")
}
