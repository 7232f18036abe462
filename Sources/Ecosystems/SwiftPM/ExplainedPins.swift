import Ecosystem

extension SwiftPMProject {
  /// Refuses to update packages of a lock with an unexplained origin hash, unless the packages that were
  /// read need exactly the pins that the lock has.
  ///
  /// A hash is old if packages were added or removed after Xcode wrote the lock; then the next lock is
  /// Xcode's to write. Otherwise the project may have packages that martlet doesn't read, whose pins an
  /// update could lose. If all pins are explained, Xcode finds the same ones whatever the hash is.
  func requireExplained(_ plan: inout SwiftPlan) async throws(Problem) {
    guard plan.isForNames, hasUnexplainedHash else { return }
    let inputs = contents.inputs(pins: contents.pins)
    let found: [Pin]
    do throws(Problem) {
      found = try await plan.fetcher.solve(inputs).pins(of: inputs)
    } catch {
      guard error.kind == .unsolvable else { throw error }
      throw unexplained("and its pins can't be resolved: \(error.message)")
    }
    let needed = Set(found.map(\.identity))
    let present = Set(contents.pins.keys)
    let names = { (pins: Set<PackageIdentity>) in
      pins.sorted().map(\.description).joined(separator: ", ")
    }
    let (unknown, missing) = (present.subtracting(needed), needed.subtracting(present))
    if !unknown.isEmpty { throw unexplained("and pins that no package needs: \(names(unknown))") }
    if !missing.isEmpty { throw unexplained("and lacks pins of packages: \(names(missing))") }
  }

  private func unexplained(_ finding: String) -> Problem {
    Problem(
      .refused, "has another originHash than the project gives, \(finding)",
      subject: contents.lockPath,
      advice: "resolve the packages with Xcode, and commit the file")
  }
}
