import Workers

/// Checks which restrictions of workers this machine enforces.
struct IsolationDoctor: Sendable {
  private static let subject = "workers"

  func callAsFunction() async -> [Diagnosis] {
    guard let missing = await Confinement.probe() else {
      return [.failed(Self.subject, "no worker can be started", advice: "check /proc/self/exe")]
    }
    return Confinement.all.map { restriction in
      missing.contains(restriction)
        ? .warning(
          Self.subject, "not enforced on this machine: \(restriction.name)",
          advice: restriction.advice)
        : .fine(Self.subject, "enforced: \(restriction.name)")
    }
  }
}
