/// The order in which unit propagation visits incompatibilities.
///
/// All orders are sound. The order decides what is learned first and therefore which of several
/// solutions is found. A client that has to find the same solution as a native tool uses that
/// tool's order.
public struct Propagation: Hashable, Sendable {
  /// Whether only incompatibilities in which the changed package's term is positive are visited.
  public var visitsPositiveTermsOnly: Bool
  /// Whether the walk over a package continues after a conflict instead of starting over.
  public var continuesAfterConflict: Bool

  /// Visits every incompatibility, newest first, and starts over after a conflict, as pub does.
  public static let paper = Propagation(
    visitsPositiveTermsOnly: false, continuesAfterConflict: false)
  /// Visits positive terms only, as SwiftPM 6.3 does.
  public static let positiveTerms = Propagation(
    visitsPositiveTermsOnly: true, continuesAfterConflict: false)
  /// Continues after a conflict, as the pub_grub gem of Bundler 2.7 does.
  public static let continuing = Propagation(
    visitsPositiveTermsOnly: false, continuesAfterConflict: true)
}
