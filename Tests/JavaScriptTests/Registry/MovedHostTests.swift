import Ecosystem
import JavaScript
import Testing

/// Returns what a change from one source to another is refused for; nil if it isn't.
private func refusal(
  _ package: String = "acme-in", from before: String..., to after: String
) -> String? {
  let known = Set(before.map { LockedSource(package: package, address: $0) })
  do throws(Problem) {
    _ = try Settings.none.foreignSources(
      among: [LockedSource(package: package, address: after)], before: known)
    return nil
  } catch {
    return error.message
  }
}

private let own = "https://npm.acme.dev/repo/acme-in/-/acme-in-1.0.0.tgz"
private let publicOne = "https://registry.npmjs.org/acme-in/-/acme-in-99.0.0.tgz"

/// Anybody can publish a package with the name of a private one in the public registry.
@Suite struct `A package that a lock has from a host of its own` {
  @Test(arguments: [own, "https://npm.pkg.github.com/download/acme-in/1.0.0/1a2b"])
  func `isn't taken from the public registry`(before: String) {
    #expect(refusal(from: before, to: publicOne)?.contains("but would be taken from") == true)
  }

  @Test func `may come from its host again, and from a registry that the lock has, too`() {
    #expect(refusal(from: own, to: own.replacing("1.0.0", with: "1.1.0")) == nil)
    #expect(refusal(from: own, publicOne, to: publicOne) == nil)
  }

  @Test(arguments: [
    "git+ssh://git@github.com/acme/in.git#1a2b", "https://codeload.github.com/acme/in/tar.gz/1a2b",
  ])
  func `may be a package of a registry instead of one without`(before: String) {
    #expect(refusal(from: before, to: publicOne) == nil)
  }
}
