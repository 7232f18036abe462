import Ecosystem
import JavaScript
import Time

/// What pnpm does with versions that are younger than `minimumReleaseAge` allows.
extension TreeResolver {
  /// Whether a version was published after a limit and isn't excluded from it.
  func isYoung(
    _ version: String, of packument: Packument, after limit: Timestamp?
  ) throws(Problem) -> Bool {
    let exclusions = input.settings.releaseAge.exclusions.scope(of: packument.name)
    guard let limit, !exclusions.contains(version) else { return false }
    let written = try packument.writtenTime(of: version)
    return written.flatMap { Timestamp(rfc3339: $0) }.map { $0 > limit } ?? false
  }

  /// Reports a version that is too young, unless pnpm uses it like any other or as an exception.
  ///
  /// pnpm 11 resolves everything before it reports them, optional dependencies too.
  func accept(
    _ manifest: VersionManifest, of name: String, _ wanted: Wanted, _ step: Step
  ) throws(Problem) {
    let age = input.settings.releaseAge
    let subject = "\(wanted.alias)@\(manifest.key)"
    if age.isStrict {
      let problem = Problem(
        .unsolvable, "is younger than minimumReleaseAge allows", subject: subject,
        advice: "minimumReleaseAgeExclude lists exceptions",
        explanation: ["\(step.parentID) wants \(wanted.alias)@\(wanted.requirement)."])
      guard age.isRecorded else { throw problem }
      fail(problem)
    } else if age.isRecorded, input.aim == .install {
      exceptions.insert("\(name)@\(manifest.key)")
    }
  }

  /// Verifies the ages of the old lock's packages, as pnpm 11 does even if the minimum isn't strict.
  func requireOldLock() throws(Problem) {
    let age = input.settings.releaseAge
    guard age.isRecorded else { return }
    for path in input.lock.packages.keys.sorted() {
      guard let (name, version) = input.lock.nameAndVersion(of: path),
        !age.exclusions.scope(of: name).contains(version),
        let answer = documents[DocumentRequest(name: name, isFull: true)]
      else { continue }
      let packument: Packument
      switch answer {
      case .success(let document): packument = document
      case .failure(let failure):
        throw Problem(
          .unsolvable, failure.problem.message, subject: failure.problem.subject,
          advice:
            "pnpm verifies the age of all packages of the lock; update what depends on it, or "
            + "add it to minimumReleaseAgeExclude")
      }
      guard try isYoung(version, of: packument, after: age.limit(at: input.now)) else { continue }
      throw Problem(
        .unsolvable, "is in the lock, but younger than minimumReleaseAge allows",
        subject: "\(name)@\(version)", advice: "minimumReleaseAgeExclude lists exceptions")
    }
  }
}
