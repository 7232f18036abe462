// Measures the solver: medians of 15 runs.
import Resolution
import TestSupport

/// Prints the median time of a search, and its work.
func measure<Provider>(
  _ name: String, packages: Int, _ solver: () -> Solver<Provider>
) {
  var times: [Duration] = []
  var effort = solver().effort
  for _ in 0..<15 {
    let time = ContinuousClock().measure {
      var solver = solver()
      guard case .solved(let decisions) = solver.advance(), decisions.count == packages
      else { fatalError("the sample has a solution") }
      effort = solver.effort
    }
    times.append(time)
  }
  let median = Int(times.sorted()[times.count / 2] / .microseconds(1))
  print("\(name): \(median / 1000).\(median % 1000 / 100) ms")
  print("\(effort.decisions) decisions, \(effort.conflicts) conflicts, \(effort.visits) visits")
}

measure("1,000 packages of 50 versions", packages: 999, LargeUniverse.solver)
measure("200 packages of 50 versions, with deep conflicts", packages: 200, DeepUniverse.solver)
