import FoundationEssentials
package import Testing

/// The conditions of tests that need something which a machine may lack.
///
/// Each has a reason, which `Scripts/test` prints with the number of skipped tests.
extension Trait where Self == ConditionTrait {
  /// Needs the programs that run the fake hosts.
  package static var needsFakeHost: Self {
    .enabled(if: FakeHost.isPresent, "needs python3, git and openssl for the fake hosts")
  }

  /// Takes long; run by `make test-all`.
  package static var slow: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["MARTLET_SLOW"] != nil, "slow: run by make test-all")
  }
}
