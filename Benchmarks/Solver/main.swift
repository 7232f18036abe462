// Measures the solver on 1,000 packages with 50 versions each: median of 15 runs.
import Resolution
import TestSupport

var times: [Duration] = []
var effort = LargeUniverse.solver().effort
for _ in 0..<15 {
  let time = ContinuousClock().measure {
    var solver = LargeUniverse.solver()
    guard case .solved(let decisions) = solver.advance(),
      decisions.count == LargeUniverse.count - 1
    else { fatalError("the sample has a solution") }
    effort = solver.effort
  }
  times.append(time)
}
let median = Int(times.sorted()[times.count / 2] / .milliseconds(1))
print("\(LargeUniverse.count) packages of \(LargeUniverse.releases.count) versions: \(median) ms")
print("\(effort.decisions) decisions, \(effort.conflicts) conflicts, \(effort.visits) visits")
