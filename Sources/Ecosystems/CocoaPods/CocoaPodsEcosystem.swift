package import Ecosystem
package import Git
package import HTTP

/// CocoaPods: reads, resolves and writes `Podfile` and `Podfile.lock` without Ruby.
///
/// It chooses the versions that CocoaPods 1.16.2 chooses and writes the same bytes. Constructs beyond
/// the declarative part of Ruby are refused by name.
///
///     let cocoapods = CocoaPodsEcosystem(http: http, git: git, toolchain: Toolchain())
///     let opened = try await cocoapods.open(project, in: tree)
///     let change = try await opened.change(toward: .updateAll(UpdateOptions()))
package struct CocoaPodsEcosystem: PackageEcosystem {
  let library: PodLibrary
  let toolchain: Toolchain

  /// Creates the ecosystem.
  ///
  /// - Parameters:
  ///   - http: for CDNs of specs and single podspecs.
  ///   - git: for repositories of specs and of pods.
  ///   - toolchain: the version of CocoaPods that locks are written for.
  package init(http: HTTP.Client, git: Git.Client, toolchain: Toolchain) {
    library = PodLibrary(http: http, git: git)
    self.toolchain = toolchain
  }

  /// The description of CocoaPods.
  package var description: EcosystemDescription { .cocoapods }
}
