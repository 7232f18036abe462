/// How unit propagation walks the incompatibilities.
///
/// Every way is sound; which one is walked decides what is learned first, and so, among several
/// solutions, which is found. Clients that must find the very one of their tool set it as there.
package struct Propagation: Hashable, Sendable {
  /// Whether only incompatibilities in which the changed package's term is positive are visited.
  package var visitsPositiveTermsOnly: Bool
  /// Whether the walk over a package goes on after a conflict instead of starting over.
  package var goesOnAfterConflict: Bool

  /// Every incompatibility, newest first, starting over after a conflict: as pub does it.
  package static let paper = Propagation(visitsPositiveTermsOnly: false, goesOnAfterConflict: false)
  /// Positive terms only, as SwiftPM 6.3 does it.
  package static let positiveTerms = Propagation(
    visitsPositiveTermsOnly: true, goesOnAfterConflict: false)
  /// Going on after a conflict, as the pub_grub gem of Bundler 2.7 does it.
  package static let goingOn = Propagation(
    visitsPositiveTermsOnly: false, goesOnAfterConflict: true)
}
